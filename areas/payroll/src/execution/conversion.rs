//! A salary in several currencies (PAY-10), in integers.
//!
//! The rule of rounding, for each conversion of `percent` of `amount` at the statement's rate:
//! 1. the part is `amount × percent / 100`, rounded down to a kopeck;
//! 2. what is bought is the largest number of cents whose price is not above the part; it is at least one cent, and not
//!    more than the ledger posts;
//! 3. its price is cents × rate, rounded up to a kopeck: the employee pays for the last begun kopeck and no more;
//! 4. everything that is not spent on currency is credited in roubles, also when 100 percent were to be converted.
//!
//! So roubles credited plus prices are exactly the amount, whatever the rates are. The checks and execution divide by
//! the same function: what cannot be divided is found before anybody signs it.

use accounts::ledger::POSTING_MINOR_MAX;
use kernel::{Currency, Money};
use thiserror::Error;

use crate::statement::ConversionRate;
use crate::transfer::Conversion;

/// The most digits after the point of a rate; more would not change a cent of any salary, and are cut off.
const RATE_FRACTION_DIGITS: u32 = 9;

/// Error for a transfer that cannot be converted. The checks find each before a statement is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ConversionError {
    #[error("there is no rate for a currency of the transfer")]
    Rate,
    #[error("the percents of the transfer are not 1 to 100 in all")]
    Percents,
    #[error("not a cent of {0} can be bought")]
    Nothing(Currency),
    /// The rate is too small to be one, or it yields more than the ledger posts.
    #[error("the conversion to {0} is out of range")]
    Range(Currency),
}

/// Currency that is bought for an employee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bought {
    pub currency: Currency,
    /// The amount of it, above zero.
    pub amount: Money,
    /// Its price in roubles, above zero.
    pub cost: Money,
}

/// The parts that an employee gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// In roubles; may be zero when everything was converted.
    pub roubles: Money,
    /// In other currencies, one for each conversion.
    pub bought: Vec<Bought>,
}

/// Divides `amount`, which is above zero, by the rule at the head of this file.
pub fn split(
    amount: Money,
    conversions: &[Conversion],
    rates: &[ConversionRate],
) -> Result<Split, ConversionError> {
    let mut split = Split { roubles: amount, bought: Vec::new() };
    let mut percents = 0_i64;
    for conversion in conversions {
        percents = percents.saturating_add(conversion.percent);
        if conversion.percent < 1 || percents > 100 {
            return Err(ConversionError::Percents);
        }
        let rate = rates.iter().find(|rate| rate.currency.as_str() == conversion.currency);
        let rate = rate.ok_or(ConversionError::Rate)?;
        let part = i128::from(amount.minor()) * i128::from(conversion.percent) / 100;
        let bought = buy(part, rate)?;
        let left = split.roubles.checked_sub(bought.cost);
        split.roubles = left.ok_or(ConversionError::Range(bought.currency))?;
        split.bought.push(bought);
    }
    Ok(split)
}

/// Returns the most that `part` kopecks buy.
fn buy(part: i128, rate: &ConversionRate) -> Result<Bought, ConversionError> {
    let range = || ConversionError::Range(rate.currency);
    let exact = rate.rate.trunc_with_scale(RATE_FRACTION_DIGITS).normalize();
    let scale = 10_i128.pow(exact.scale());
    // A rouble is to a unit what a kopeck is to a cent, so the rate needs no other scale.
    let mantissa = Some(exact.mantissa()).filter(|mantissa| *mantissa > 0).ok_or_else(range)?;
    let cents = part.checked_mul(scale).ok_or_else(range)? / mantissa;
    if cents == 0 {
        return Err(ConversionError::Nothing(rate.currency));
    }
    let price = cents.checked_mul(mantissa).ok_or_else(range)?;
    let kopecks = price / scale + i128::from(price % scale != 0);
    let money = |minor: i128| {
        let minor = i64::try_from(minor).ok().filter(|minor| (1..=POSTING_MINOR_MAX).contains(minor));
        minor.map(Money::from_minor).ok_or_else(range)
    };
    Ok(Bought { currency: rate.currency, amount: money(cents)?, cost: money(kopecks)? })
}

#[cfg(test)]
mod tests;
