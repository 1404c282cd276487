//! The terms on which the bank converts wages (PAY-10): how far a statement's rate may lie from the bank's rate of the
//! day, and how much of a currency the bank sells on one day.
//!
//! A statement's rate decides what the bank pays for its roubles, so both are kept exactly: rates are compared as
//! fractions of whole numbers, and what was sold is counted in the unit of work that sells it.

mod tolerance;

use std::collections::BTreeMap;

use accounts::ledger::{Credit, POSTING_MINOR_MAX, Rate};
use kernel::{Currency, Money};
use rust_decimal::Decimal;

use crate::catalogue::{Code, Reason};
use crate::statement::ConversionRate;

pub use tolerance::{Outside, RateBand, TOLERANCE_BASIS_POINTS_MAX, Tolerance, ToleranceError};

/// The most fraction digits of a rate in a message.
const SHOWN_FRACTION_DIGITS: u32 = 12;

/// Settings for a currency for which the bank has not said otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConversionSettings {
    /// The greatest distance of a statement's rate from the bank's rate of the day.
    pub band: RateBand,
    /// For how many roubles the bank sells of one currency on one day.
    pub day_limit: Money,
}

/// The bank's terms for a currency on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quote {
    pub currency: Currency,
    /// The bank's rate; none when it has never said one.
    pub day_rate: Option<Rate>,
    /// The greatest distance of a statement's rate from it.
    pub band: RateBand,
}

/// The bank's own terms of a currency; the settings hold for what is absent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CurrencyTerms {
    /// The greatest distance of a statement's rate above the bank's rate of the day.
    pub tolerance: Option<Tolerance>,
    /// The most of the currency that the bank sells on one day.
    pub day_limit: Option<Money>,
}

impl CurrencyTerms {
    /// Returns the distances that hold. A currency's own tolerance is one for dearer rates: only the settings let
    /// senders buy below the bank's rate.
    pub fn band(self, settings: &ConversionSettings) -> RateBand {
        RateBand { above: self.tolerance.unwrap_or(settings.band.above), ..settings.band }
    }

    pub fn day_limit(self, settings: &ConversionSettings) -> DayLimit {
        self.day_limit.map_or(DayLimit::Roubles(settings.day_limit), DayLimit::Currency)
    }
}

/// A rate of a statement at which the bank does not convert.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefusedRate<'s> {
    rate: &'s ConversionRate,
    /// The bank's rate, and how far the other lies away from it; none where the bank has no rate.
    mismatch: Option<(Rate, Outside, RateBand)>,
}

/// Returns the rates at which the bank does not convert, in their order. A rate without a quote counts as one without a
/// rate of the bank.
pub fn refused_rates<'s>(
    rates: impl IntoIterator<Item = &'s ConversionRate>,
    quotes: &[Quote],
) -> Vec<RefusedRate<'s>> {
    let refused = rates.into_iter().filter_map(|rate| {
        let quote = quotes.iter().find(|quote| quote.currency == rate.currency);
        let mismatch = match quote.and_then(|quote| quote.day_rate.map(|day_rate| (day_rate, quote.band))) {
            None => None,
            Some((day_rate, band)) => Some((day_rate, band.outside(rate.rate, day_rate)?, band)),
        };
        Some(RefusedRate { rate, mismatch })
    });
    refused.collect()
}

impl RefusedRate<'_> {
    pub const fn currency(&self) -> Currency {
        self.rate.currency
    }

    pub fn finding(&self) -> Reason {
        self.reason(Code::P30, Code::P32, Code::P31)
    }

    /// Returns the reason why execution declines the statement, or what is left of it to be converted.
    pub fn refusal(&self) -> Reason {
        self.reason(Code::D20, Code::D24, Code::D21)
    }

    fn reason(&self, too_high: Code, too_low: Code, no_day_rate: Code) -> Reason {
        let currency = self.rate.currency.to_string();
        let Some((day_rate, outside, band)) = self.mismatch else {
            return Reason::with(no_day_rate, [currency]);
        };
        let (code, tolerance) = match outside {
            Outside::Above => (too_high, band.above),
            Outside::Below => (too_low, band.below),
        };
        let sent = self.rate.rate.normalize().to_string();
        Reason::with(code, [currency, sent, shown(day_rate), tolerance.to_string()])
    }
}

/// Roubles for one unit, for people.
fn shown(rate: Rate) -> String {
    let for_units = Decimal::new(rate.rate_micro(), 6);
    let for_one = for_units.checked_div(Decimal::from(rate.units())).unwrap_or(for_units);
    for_one.round_dp(SHOWN_FRACTION_DIGITS).normalize().to_string()
}

/// The most of a currency that the bank sells on one day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DayLimit {
    Currency(Money),
    /// So much as is paid for with so many roubles.
    Roubles(Money),
}

impl DayLimit {
    /// Returns the most of the currency, and of the roubles that are paid for it. Whatever the bank allows, both stay
    /// amounts that the ledger posts.
    pub fn most(self) -> (Money, Money) {
        let ledger = Money::from_minor(POSTING_MINOR_MAX);
        match self {
            Self::Currency(limit) => (limit.min(ledger), ledger),
            Self::Roubles(limit) => (ledger, limit.min(ledger)),
        }
    }
}

/// The sales of a currency on a day, with their limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DaySales {
    /// The amount of the currency.
    pub sold: Money,
    /// The roubles that were paid for it.
    pub price: Money,
    pub limit: DayLimit,
}

impl DaySales {
    /// Returns the sales with one more; `None` when that is too much.
    fn with(self, amount: Money, price: Money) -> Option<Self> {
        let (sold_max, price_max) = self.limit.most();
        let sold = self.sold.checked_add(amount).filter(|sold| *sold <= sold_max)?;
        let price = self.price.checked_add(price).filter(|price| *price <= price_max)?;
        Some(Self { sold, price, ..self })
    }
}

/// Returns the payees whose currency is more than the bank sells, each with the first such currency. Credits of one
/// payee are together and are looked at in their order: who does not fit buys nothing and takes no room from those
/// after. A currency that `sales` does not know is not sold.
pub fn beyond_limits(credits: &[Credit], sales: &BTreeMap<Currency, DaySales>) -> BTreeMap<u32, Currency> {
    let mut sales = sales.clone();
    let mut beyond = BTreeMap::new();
    for of_payee in credits.chunk_by(|one, other| one.payee == other.payee) {
        let mut bought = of_payee.iter().filter(|credit| !credit.currency.is_national()).peekable();
        if bought.peek().is_none() {
            continue;
        }
        let mut with = sales.clone();
        let refused = bought.find_map(|credit| {
            let before = with.get(&credit.currency).copied();
            match before.and_then(|before| before.with(credit.amount, credit.cost)) {
                None => Some((credit.payee, credit.currency)),
                Some(after) => {
                    with.insert(credit.currency, after);
                    None
                }
            }
        });
        match refused {
            Some((payee, currency)) => {
                beyond.insert(payee, currency);
            }
            None => sales = with,
        }
    }
    beyond
}

#[cfg(test)]
mod tests;
