//! The distance of a rate from the bank's, compared exactly.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use accounts::ledger::Rate;
use rust_decimal::Decimal;
use thiserror::Error;

/// Basis points (hundredths of a percent) in one.
const BASIS_POINTS: i64 = 10_000;
/// Millionths of a rouble in a rouble, in which the bank's rates are kept.
const MICRO: i128 = 1_000_000;
/// The widest tolerance: at more, a rate would be no check any more.
pub const TOLERANCE_BASIS_POINTS_MAX: i64 = 5_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("must be a percent from 0 to 50 with at most 2 fraction digits")]
pub struct ToleranceError;

/// A share of the bank's rate by which another rate may lie away from it, the edge included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tolerance {
    basis_points: i64,
}

impl Tolerance {
    pub fn from_basis_points(basis_points: i64) -> Result<Self, ToleranceError> {
        let is_one = (0..=TOLERANCE_BASIS_POINTS_MAX).contains(&basis_points);
        if is_one { Ok(Self { basis_points }) } else { Err(ToleranceError) }
    }

    pub const fn basis_points(self) -> i64 {
        self.basis_points
    }
}

/// The greatest distances of a statement's rate from the bank's. What lies below it buys more than the bank sells for
/// the money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateBand {
    pub above: Tolerance,
    /// Below it, in favour of the sender.
    pub below: Tolerance,
}

/// The side on which a rate lies outside of its band.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    Above,
    Below,
}

impl RateBand {
    /// Returns the side on which `sent`, roubles for one unit, lies outside of the band around the bank's rate; `None`
    /// within it.
    pub fn outside(self, sent: Decimal, day_rate: Rate) -> Option<Outside> {
        if sent.mantissa() <= 0 {
            return Some(Outside::Below);
        }
        let sent = Fraction { numerator: sent.mantissa(), denominator: 10_i128.pow(sent.scale()) };
        // At most 9·10¹⁵ by 1.5·10⁴, over at most 10⁶ by 10¹⁰: far from the end of the type.
        let bound = |share: i64| Fraction {
            numerator: i128::from(day_rate.rate_micro()) * i128::from(share),
            denominator: i128::from(day_rate.units()) * MICRO * i128::from(BASIS_POINTS),
        };
        let least = bound(BASIS_POINTS - self.below.basis_points);
        let most = bound(BASIS_POINTS + self.above.basis_points);
        if sent.compare(least) == Ordering::Less {
            return Some(Outside::Below);
        }
        (sent.compare(most) == Ordering::Greater).then_some(Outside::Above)
    }
}

/// A fraction of whole numbers that are above zero.
#[derive(Clone, Copy, Debug)]
struct Fraction {
    numerator: i128,
    denominator: i128,
}

impl Fraction {
    /// Compares two fractions by Euclid's algorithm: no product is made, so that none can leave the type.
    fn compare(self, other: Self) -> Ordering {
        let (mut one, mut other) = (self, other);
        loop {
            let whole = (one.numerator / one.denominator).cmp(&(other.numerator / other.denominator));
            if whole != Ordering::Equal {
                return whole;
            }
            let rests = (one.numerator % one.denominator, other.numerator % other.denominator);
            if rests.0 == 0 || rests.1 == 0 {
                return rests.0.cmp(&rests.1);
            }
            // The rest is below one on both sides, and the greater has the lesser reciprocal.
            let turned = Self { numerator: other.denominator, denominator: rests.1 };
            other = Self { numerator: one.denominator, denominator: rests.0 };
            one = turned;
        }
    }
}

impl FromStr for Tolerance {
    type Err = ToleranceError;
    fn from_str(text: &str) -> Result<Self, ToleranceError> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let digits =
            |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(whole) || !digits(fraction) {
            return Err(ToleranceError);
        }
        let basis_points = format!("{whole}{fraction:0<2}").parse().map_err(|_| ToleranceError)?;
        Self::from_basis_points(basis_points)
    }
}

/// In percent, without zeros at the end.
impl fmt::Display for Tolerance {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", Decimal::new(self.basis_points, 2).normalize())
    }
}
