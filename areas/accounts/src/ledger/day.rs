//! Days of the bank, as the database knows them.
//!
//! The zone of the bank decides when a day ends, and postings ask the database: days are written down ahead of their
//! time. Where one is missing nothing becomes wrong. The account then does not say what was posted since, and its
//! closing reads the postings.

use jiff::Span;
use jiff::civil::Date;
use kernel::{BankZone, Instant};
use store::{StoreError, Tx, params};

use super::LedgerAccountId;

store::queries! {
    /// The beginning of the day that a moment belongs to, and the end of the last day that is closed, or whose closing
    /// has passed some accounts.
    DAY_OF_MOMENT = "select (select d.ended_at_us from closing_days d where d.ended_at_us <= $1 \
        order by d.ended_at_us desc limit 1) as started_at_us, (select f.ended_at_us from closing_days f \
        where f.finished_at_us is not null or f.through_account is not null order by f.ended_at_us desc limit 1) \
        as closed_through_us";
    /// The end of the last day that is written down.
    DAY_PLANNED_LAST = "select ended_at_us from closing_days order by ended_at_us desc limit 1";
    /// Writes a day down. One that lies ahead follows the zone of the bank.
    DAY_PLAN = "insert into closing_days (closing_date, ended_at_us) values ($1, $2) \
        on conflict (closing_date) do update set ended_at_us = excluded.ended_at_us \
        where closing_days.through_account is null and closing_days.finished_at_us is null \
        and closing_days.ended_at_us <> excluded.ended_at_us";
    /// Notes an account that was not there yet when the closing of its day passed it.
    CLOSING_MISSING_NOTE = "insert into closings_missing (ledger_account_id) \
        select l.ledger_account_id from ledger_accounts l where l.ledger_account_id = $1 and l.class = 'CUSTOMER' \
        and (l.first_posted_at_us is null or l.first_posted_at_us >= $2) on conflict (ledger_account_id) do nothing";
}

/// Days that are written down ahead.
const AHEAD_DAYS: i64 = 7;
/// The most days that are written down and have not ended, with the one that has just ended: yesterday, today and those
/// ahead.
pub(crate) const WRITTEN_DOWN_DAYS_MAX: usize = 10;
/// Days that are written down with hindsight: shortly after midnight the day before yesterday is the one to be closed.
const BEHIND_DAYS: i64 = 2;

/// A day of the bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BankDay {
    /// Its date.
    pub(crate) date: Date,
    /// The first moment after it.
    pub(crate) end: Instant,
}

impl BankDay {
    /// The day of this date in the bank's zone.
    pub(crate) fn of(date: Date, zone: &BankZone) -> Self {
        Self { date, end: zone.start_of_day(date.saturating_add(Span::new().days(1))) }
    }
}

/// Tells whether days are written down far enough ahead.
pub(crate) fn are_planned(tx: &mut Tx, now: Instant, zone: &BankZone) -> Result<bool, StoreError> {
    let Some(row) = tx.query_optional(&DAY_PLANNED_LAST, params![])? else { return Ok(false) };
    let last = BankDay::of(zone.date_of(now).saturating_add(Span::new().days(AHEAD_DAYS)), zone);
    Ok(row.instant("ended_at_us")? == last.end)
}

/// Writes down the last days, today and the days to come.
pub(crate) fn plan(tx: &mut Tx, now: Instant, zone: &BankZone) -> Result<(), StoreError> {
    let today = zone.date_of(now);
    let days = (-BEHIND_DAYS..=AHEAD_DAYS)
        .map(|days| BankDay::of(today.saturating_add(Span::new().days(days)), zone));
    tx.execute_many(&DAY_PLAN, days.map(|day| params![day.date, day.end]).collect()).map(drop)
}

/// The day of a posting, as far as the database knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PostingDay {
    /// Its beginning; `None` before the first day that is written down.
    pub(super) started: Option<Instant>,
    /// The end of the last day that is closed, or is being closed, when the posting lies before it.
    pub(super) closed_through: Option<Instant>,
}

/// Reads the day of a posting.
pub(super) fn posting_day(tx: &mut Tx, posted_at: Instant) -> Result<PostingDay, StoreError> {
    let row = tx.query_one(&DAY_OF_MOMENT, params![posted_at])?;
    let closed_through = row.optional_instant("closed_through_us")?.filter(|end| posted_at < *end);
    Ok(PostingDay { started: row.optional_instant("started_at_us")?, closed_through })
}

/// Notes the accounts that get their first posting of a day that is closed, or whose closing may have passed them. To
/// be called before the posting.
pub(super) fn note_missing_closings<'a>(
    tx: &mut Tx,
    accounts: impl Iterator<Item = &'a LedgerAccountId>,
    closed_through: Instant,
) -> Result<(), StoreError> {
    let rows = accounts.map(|account| params![account.as_str(), closed_through]).collect();
    tx.execute_many(&CLOSING_MISSING_NOTE, rows).map(drop)
}
