//! The bank's terms of conversions, and what it has sold of a currency on a day.

use jiff::civil::Date;
use kernel::{Currency, Money};
use store::{Result, Selected as _, Tx, params};

use crate::conversion_terms::{CurrencyTerms, Tolerance};

store::selected! {
    CurrencyTerms {
        tolerance: "tolerance_basis_points"
            via |points: Option<i64>| points.map(Tolerance::from_basis_points).transpose(),
        day_limit: "day_limit_minor",
    }
}

store::queries! {
    CONVERSION_TERMS = store::text!("select ", CurrencyTerms::LIST, " from payroll_conversion_terms
        where currency = $1");

    /// The sales of a currency on a day. It writes the row without changing it, so that nobody else sells meanwhile.
    DAY_HOLD = "update payroll_conversion_days set sold_minor = sold_minor where currency = $1 and conversion_date \
        = $2 returning sold_minor, price_minor";

    /// Begins the day of a currency, unless another unit of work has.
    DAY_BEGIN = "insert into payroll_conversion_days (currency, conversion_date, sold_minor, price_minor)
        values ($1, $2, 0, 0) on conflict (currency, conversion_date) do nothing";

    /// Sells as long as the limits $5 and $6 are not reached.
    DAY_SELL = "update payroll_conversion_days set sold_minor = sold_minor + $3, price_minor = price_minor + $4
        where currency = $1 and conversion_date = $2 and sold_minor + $3 <= $5 and price_minor + $4 <= $6";
}

/// Returns the terms that the bank has for a currency of its own.
pub(crate) fn terms(tx: &mut Tx, currency: Currency) -> Result<CurrencyTerms> {
    Ok(tx.select_optional(&CONVERSION_TERMS, params![currency])?.unwrap_or_default())
}

/// Returns how much was sold of a currency on a day, and the roubles that were paid for it. Whoever else sells the
/// currency waits until the unit of work ends.
pub(crate) fn hold_day(tx: &mut Tx, currency: Currency, day: Date) -> Result<(Money, Money)> {
    tx.execute(&DAY_BEGIN, params![currency, day])?;
    tx.select_one(&DAY_HOLD, params![currency, day])
}

/// Adds an amount and its price to the sales of a day that is [held](hold_day); `false` when a sum would be above its
/// limit, and then the unit of work has to end.
pub(crate) fn sell(
    tx: &mut Tx,
    currency: Currency,
    day: Date,
    (amount, price): (Money, Money),
    (sold_max, price_max): (Money, Money),
) -> Result<bool> {
    let values = params![currency, day, amount, price, sold_max, price_max];
    Ok(tx.execute(&DAY_SELL, values)? == 1)
}
