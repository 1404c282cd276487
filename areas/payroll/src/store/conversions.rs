//! What the bank says about conversions, and what it has sold of a currency on a day.

use std::collections::BTreeMap;

use accounts::ledger::{Payout, day_rate};
use jiff::civil::Date;
use kernel::{Currency, Money};
use store::{Row, StoreError, Tx, params};

use crate::conversion_terms::{ConversionSettings, DayLimit, DaySales, Quote, Tolerance};
use crate::statement::ConversionRate;

store::queries! {
    /// The terms of a currency, where they are its own.
    CONVERSION_TERMS = "select tolerance_basis_points, day_limit_minor from payroll_conversion_terms where currency = $1";

    /// What was sold of a currency on a day.
    DAY_SALES = "select sold_minor, price_minor from payroll_conversion_days where currency = $1 and conversion_date = $2";

    /// Begins the day of a currency, unless another unit of work has.
    DAY_BEGIN = "insert into payroll_conversion_days (currency, conversion_date, sold_minor, price_minor)
        values ($1, $2, 0, 0) on conflict (currency, conversion_date) do nothing";

    /// Sells as long as the limits $5 and $6 are not reached.
    DAY_SELL = "update payroll_conversion_days set sold_minor = sold_minor + $3, price_minor = price_minor + $4
        where currency = $1 and conversion_date = $2 and sold_minor + $3 <= $5 and price_minor + $4 <= $6";
}

/// What the bank says about the currencies of these rates on a day.
pub(crate) fn quotes(
    tx: &mut Tx,
    settings: &ConversionSettings,
    rates: &[ConversionRate],
    day: Date,
) -> Result<Vec<Quote>, StoreError> {
    let mut quotes = Vec::with_capacity(rates.len());
    for ConversionRate { currency, .. } in rates {
        let terms = tx.query_optional(&CONVERSION_TERMS, params![*currency])?;
        let own = terms.as_ref().map(own_tolerance).transpose()?.flatten();
        let day_rate = day_rate(tx, *currency, day)?;
        quotes.push(Quote { currency: *currency, day_rate, tolerance: own.unwrap_or(settings.tolerance) });
    }
    Ok(quotes)
}

fn own_tolerance(row: &Row) -> Result<Option<Tolerance>, StoreError> {
    let Some(basis_points) = row.optional_integer("tolerance_basis_points")? else { return Ok(None) };
    let tolerance = Tolerance::from_basis_points(basis_points);
    tolerance.map(Some).map_err(|error| row.inconsistency("tolerance_basis_points", error))
}

/// The currencies that a payout buys, with what was sold of each on the day so far.
pub(crate) fn sales_of(
    tx: &mut Tx,
    settings: &ConversionSettings,
    payout: &Payout,
    day: Date,
) -> Result<BTreeMap<Currency, DaySales>, StoreError> {
    let mut sales = BTreeMap::new();
    for credit in payout.credits().iter().filter(|credit| !credit.currency.is_national()) {
        let currency = credit.currency;
        if sales.contains_key(&currency) {
            continue;
        }
        let terms = tx.query_optional(&CONVERSION_TERMS, params![currency])?;
        let own = terms.map(|row| row.optional_integer("day_limit_minor")).transpose()?.flatten();
        let limit = own.map_or(DayLimit::Roubles(settings.day_limit), |minor| {
            DayLimit::Currency(Money::from_minor(minor))
        });
        let row = tx.query_optional(&DAY_SALES, params![currency, day])?;
        let (sold, price) = match row {
            Some(row) => (row.integer("sold_minor")?, row.integer("price_minor")?),
            None => (0, 0),
        };
        let [sold, price] = [sold, price].map(Money::from_minor);
        sales.insert(currency, DaySales { sold, price, limit });
    }
    Ok(sales)
}

/// Adds what was bought to the sales of the day; `false` when that is more than the limit allows, and then the unit of
/// work has to end.
pub(crate) fn sell(
    tx: &mut Tx,
    bought: &BTreeMap<Currency, (Money, Money)>,
    sales: &BTreeMap<Currency, DaySales>,
    day: Date,
) -> Result<bool, StoreError> {
    for (currency, (amount, price)) in bought {
        let Some(sales) = sales.get(currency) else { return Ok(false) };
        let (sold_max, price_max) = sales.limit.most();
        tx.execute(&DAY_BEGIN, params![*currency, day])?;
        let values = params![*currency, day, *amount, *price, sold_max, price_max];
        if tx.execute(&DAY_SELL, values)? != 1 {
            return Ok(false);
        }
    }
    Ok(true)
}
