//! Rates of the day, in integers.

use std::str::FromStr;

use kernel::Money;
use thiserror::Error;

/// Millionths of a rouble in a rouble: rates have at most six fraction digits.
const MICRO: i64 = 1_000_000;
/// The largest rate, in millionths of a rouble.
const RATE_MICRO_MAX: i64 = 9_000_000_000_000_000;
const UNITS_MAX: i64 = 1_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RateError {
    #[error("a rate is a decimal number above zero with at most 6 fraction digits, below 9000000000")]
    Form,
    #[error("a rate is quoted for 1 to 1000000 units")]
    Units,
}

/// Price of a currency in roubles: `rate_micro` millionths of a rouble for `units` units,
/// as the Bank of Russia quotes them (10.0000 roubles for 10 units).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    units: i64,
    rate_micro: i64,
}

impl Rate {
    pub const NATIONAL: Self = Self { units: 1, rate_micro: MICRO };

    /// The rate of `rate_micro` millionths of a rouble for `units` units.
    pub fn new(units: i64, rate_micro: i64) -> Result<Self, RateError> {
        if !(1..=UNITS_MAX).contains(&units) {
            return Err(RateError::Units);
        }
        if !(1..=RATE_MICRO_MAX).contains(&rate_micro) {
            return Err(RateError::Form);
        }
        Ok(Self { units, rate_micro })
    }

    pub const fn units(self) -> i64 {
        self.units
    }

    /// Millionths of a rouble for [`Rate::units`] units.
    pub const fn rate_micro(self) -> i64 {
        self.rate_micro
    }

    /// Roubles for [`Rate::units`] units with six fraction digits, such as `92.341100`.
    pub fn text(self) -> String {
        format!("{}.{:06}", self.rate_micro / MICRO, self.rate_micro % MICRO)
    }

    /// `amount` in roubles, rounded to the nearest hundredth, a half away from zero (the usual rounding of Russian
    /// accounting). `None` when the result does not fit into 64 bits.
    pub fn national(self, amount: Money) -> Option<Money> {
        let numerator = i128::from(amount.minor()) * i128::from(self.rate_micro);
        let denominator = i128::from(self.units) * i128::from(MICRO);
        let half = denominator / 2;
        let away = if numerator < 0 { numerator - half } else { numerator + half };
        i64::try_from(away / denominator).ok().map(Money::from_minor)
    }
}

/// Millionths of a rouble, read from a plain decimal such as `92.3411`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateMicro(pub i64);

impl FromStr for RateMicro {
    type Err = RateError;
    fn from_str(text: &str) -> Result<Self, RateError> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(whole) || !digits(fraction) || whole.len() > 10 || fraction.len() > 6 {
            return Err(RateError::Form);
        }
        let whole: i64 = whole.parse().map_err(|_| RateError::Form)?;
        let fraction: i64 = format!("{fraction:0<6}").parse().map_err(|_| RateError::Form)?;
        let micro = whole * MICRO + fraction;
        if (1..=RATE_MICRO_MAX).contains(&micro) { Ok(Self(micro)) } else { Err(RateError::Form) }
    }
}
