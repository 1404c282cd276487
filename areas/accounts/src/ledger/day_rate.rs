//! The bank's rate of a day, out of the database.

use jiff::civil::Date;
use kernel::Currency;
use store::{Result, Row, Tx, params};

use super::Rate;

store::queries! {
    DAY_RATE = "select units, rate_micro from day_rates where currency = $1 and rate_date <= $2 \
        order by rate_date desc limit 1";
    DAY_RATE_SINCE = "select units, rate_micro from day_rates where currency = $1 and rate_date <= $2 \
        and rate_date >= $3 order by rate_date desc limit 1";
}

/// Reads the bank's rate of a currency for `day`: the last one up to then, `None` when there is none.
pub fn day_rate(tx: &mut Tx, currency: Currency, day: Date) -> Result<Option<Rate>> {
    if currency.is_national() {
        return Ok(Some(Rate::NATIONAL));
    }
    tx.query_optional(&DAY_RATE, params![currency, day])?.as_ref().map(rate).transpose()
}

/// The same, unless the rate is from before `since`.
pub(crate) fn day_rate_since(
    tx: &mut Tx,
    currency: Currency,
    since: Date,
    day: Date,
) -> Result<Option<Rate>> {
    tx.query_optional(&DAY_RATE_SINCE, params![currency, day, since])?.as_ref().map(rate).transpose()
}

fn rate(row: &Row) -> Result<Rate> {
    let (units, micro) = row.read()?;
    Rate::new(units, micro).map_err(|error| row.inconsistency_at(1, error))
}
