//! The bank's calendar, as rows, and the zone in which its days begin and end.

use std::collections::BTreeMap;

use jiff::civil::Date;
use kernel::BankZone;
use store::{Result, Row, Store, Tx, params};

use crate::calendar::{Calendar, CutOff, CutOffKind};

store::queries! {
    ZONE_SETTLE = "insert into bank_calendar (alone, time_zone) values (1, $1) on conflict (alone) do nothing";
    ZONE = "select time_zone from bank_calendar where alone = 1";
    DAYS_FROM = "select calendar_date, is_business_day from business_days where calendar_date >= $1 \
        order by calendar_date limit $2";
    /// The days that are named from the first to the last of some.
    pub(crate) DAYS_BETWEEN = "select calendar_date, is_business_day from business_days where calendar_date >= $1 \
        and calendar_date <= $2";
    DAY_BEFORE = "select calendar_date from business_days where calendar_date < $1 limit 1";
    LAST_DAY = "select calendar_date from business_days order by calendar_date desc limit 1";
    pub(crate) DAY_PUT = "insert into business_days (calendar_date, is_business_day) values ($1, $2) \
        on conflict (calendar_date) do update set is_business_day = excluded.is_business_day";
    CUT_OFFS = "select kind, until_minute from cut_offs order by kind";
    pub(crate) CUT_OFF_PUT = "insert into cut_offs (kind, until_minute) values ($1, $2) \
        on conflict (kind) do update set until_minute = excluded.until_minute";
}

store::text_columns! { CutOffKind }

/// Settles the zone, unless there is one; returns the one that counts.
pub(crate) fn settle_zone(tx: &mut Tx, zone: &str) -> Result<String> {
    tx.execute(&ZONE_SETTLE, params![zone])?;
    tx.select_one(&ZONE, params![])
}

/// Returns the zone that is settled; none before the first server has run.
pub(crate) fn zone(tx: &mut Tx) -> Result<Option<BankZone>> {
    let settled: Option<String> = tx.select_optional(&ZONE, params![])?;
    Ok(settled.and_then(|zone| zone.parse().ok()))
}

pub(crate) fn calendar_from(tx: &mut Tx, day: Date, limit: usize) -> Result<Calendar> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let named: BTreeMap<Date, bool> = tx.select(&DAYS_FROM, params![day, limit])?.into_iter().collect();
    let is_kept = !named.is_empty() || tx.query_optional(&DAY_BEFORE, params![day])?.is_some();
    let cut_offs = cut_offs(tx)?.into_iter().filter_map(|(kind, until)| Some((kind, until?))).collect();
    Ok(Calendar { named, is_kept, cut_offs })
}

/// Returns the last day that is named, after which a calendar tells of no holiday; none when nobody keeps one.
pub async fn last_named_day(store: &Store) -> Result<Option<Date>> {
    store.select_optional(&LAST_DAY, params![]).await
}

/// Lists the kinds that have a cut-off time, or had one.
pub(crate) fn cut_offs(tx: &mut Tx) -> Result<BTreeMap<CutOffKind, Option<CutOff>>> {
    let cut_off = |row: &Row| {
        let (kind, minute): (_, Option<i64>) = row.read()?;
        let until = minute.map(CutOff::try_from).transpose();
        Ok((kind, until.map_err(|error| row.inconsistency_at(1, error))?))
    };
    tx.query(&CUT_OFFS, params![])?.iter().map(cut_off).collect()
}
