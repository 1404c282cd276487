//! The bank's quotes and sales of currencies, with the settings where it has no terms of its own.

use std::collections::BTreeMap;

use accounts::ledger::{Payout, day_rate};
use jiff::civil::Date;
use kernel::Currency;
use store::{Result, Tx};

use crate::catalogue::Reason;
use crate::conversion_terms::{ConversionSettings, DaySales, Quote, refused_rates};
use crate::execution::{Purchases, bought_currencies};
use crate::statement::ConversionRate;
use crate::store::dictionaries;

/// Returns the bank's quotes of the currencies of these rates on a day.
pub(super) fn quotes(
    tx: &mut Tx,
    settings: &ConversionSettings,
    rates: &[ConversionRate],
    day: Date,
) -> Result<Vec<Quote>> {
    let quote = |ConversionRate { currency, .. }: &ConversionRate| {
        let band = dictionaries::terms(tx, *currency)?.band(settings);
        Ok(Quote { currency: *currency, day_rate: day_rate(tx, *currency, day)?, band })
    };
    rates.iter().map(quote).collect()
}

/// Returns the currencies of a payout that the bank does not sell at these rates on a day, each with the reason.
pub(super) fn stale(
    tx: &mut Tx,
    settings: &ConversionSettings,
    rates: &[ConversionRate],
    payout: &Payout,
    day: Date,
) -> Result<BTreeMap<Currency, Reason>> {
    let bought = bought_currencies(payout);
    let needed: Vec<ConversionRate> =
        rates.iter().filter(|rate| bought.contains(&rate.currency)).cloned().collect();
    let quotes = quotes(tx, settings, &needed, day)?;
    Ok(refused_rates(&needed, &quotes).iter().map(|rate| (rate.currency(), rate.refusal())).collect())
}

/// Returns the currencies that a payout buys, with what was sold of each on the day so far. Nobody else sells them
/// until the unit of work ends, so that what is decided by these sums stays right.
pub(super) fn sales_of(
    tx: &mut Tx,
    settings: &ConversionSettings,
    payout: &Payout,
    day: Date,
) -> Result<BTreeMap<Currency, DaySales>> {
    let sales = |currency| {
        let (sold, price) = dictionaries::hold_day(tx, currency, day)?;
        let limit = dictionaries::terms(tx, currency)?.day_limit(settings);
        Ok((currency, DaySales { sold, price, limit }))
    };
    bought_currencies(payout).into_iter().map(sales).collect()
}

/// Adds purchases to the sales of the day; `false` when that is more than the limit allows, and then the unit of work
/// has to end. The database compares with the limit once more.
pub(super) fn sell(
    tx: &mut Tx,
    bought: &Purchases,
    sales: &BTreeMap<Currency, DaySales>,
    day: Date,
) -> Result<bool> {
    for (currency, purchase) in bought {
        let Some(sales) = sales.get(currency) else { return Ok(false) };
        if !dictionaries::sell(tx, *currency, day, *purchase, sales.limit.most())? {
            return Ok(false);
        }
    }
    Ok(true)
}
