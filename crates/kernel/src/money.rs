//! Exact amounts.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayString;
use rust_decimal::Decimal;
use thiserror::Error;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MoneyError {
    /// Not a number as JSON (RFC 8259, section 6) writes it.
    #[error("must be a decimal number")]
    Form,
    #[error("must have at most 2 fraction digits")]
    FractionDigits,
    /// The value does not fit into 64 bits of hundredths.
    #[error("must be between -92233720368547758.08 and 92233720368547758.07")]
    Range,
}

/// An amount in hundredths of a currency that is beside it, exact, from -2⁶³ to 2⁶³-1 hundredths.
///
/// There is no serde implementation on purpose: an interface says itself whether an amount is a JSON number (written
/// with [`Money::to_json_number`], read from the number's own text) and no binary fraction can slip in between.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Money(i64);

/// The longest number text that is looked at; the longest amount in plain form has 20 characters.
const LEXEME_CHARACTERS_MAX: usize = 64;
/// Bytes of the longest amount: a sign, 17 digits, the point and two digits.
const TEXT_BYTES_MAX: usize = 21;
/// The most by which a number with more fraction digits may differ from an amount and still be it: 0.0000001.
const DOUBLE_TOLERANCE: Decimal = Decimal::from_parts(1, 0, 0, false, 7);
const FRACTION_DIGITS: i64 = 2;

impl Money {
    pub const ZERO: Self = Self(0);

    /// The amount of `minor` hundredths.
    pub const fn from_minor(minor: i64) -> Self {
        Self(minor)
    }

    pub const fn minor(self) -> i64 {
        self.0
    }

    /// The amount that the text of a JSON number (RFC 8259, section 6) names, exactly. The value decides, not the
    /// way it is written: `1.230` and `123e-2` are 1.23.
    ///
    /// # Errors
    /// The text is no JSON number, has more than two fraction digits that count, or is out of range.
    pub fn from_lexeme(lexeme: &str) -> Result<Self, MoneyError> {
        if lexeme.len() > LEXEME_CHARACTERS_MAX {
            return Err(MoneyError::Form);
        }
        let (coefficient, exponent) = split_lexeme(lexeme).ok_or(MoneyError::Form)?;
        let coefficient = Decimal::from_str_exact(coefficient).map_err(|error| match error {
            rust_decimal::Error::Underflow => MoneyError::FractionDigits,
            _ => MoneyError::Range,
        })?;
        if coefficient.is_zero() {
            return Ok(Self::ZERO);
        }
        let coefficient = coefficient.normalize();
        let places = FRACTION_DIGITS + exponent - i64::from(coefficient.scale());
        let places = u32::try_from(places).map_err(|_| MoneyError::FractionDigits)?;
        let minor = 10_i128
            .checked_pow(places)
            .and_then(|factor| coefficient.mantissa().checked_mul(factor))
            .and_then(|minor| i64::try_from(minor).ok());
        minor.map(Self).ok_or(MoneyError::Range)
    }

    /// The amount that the text of a JSON number means when binary fractions made it: `0.30000000000000004` is 0.30
    /// (GEN-05). What lies within 0.0000001 of an amount is that amount.
    pub fn from_double_lexeme(lexeme: &str) -> Result<Self, MoneyError> {
        Self::from_lexeme(lexeme).or_else(|error| match error {
            MoneyError::FractionDigits => nearest(lexeme).ok_or(error),
            MoneyError::Form | MoneyError::Range => Err(error),
        })
    }

    /// The sum; `None` when it is out of range.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    /// The difference; `None` when it is out of range.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }

    /// Adds all of them up in 128 bits; `None` when the sum is out of range. Sums on the way may leave it.
    pub fn checked_sum(amounts: impl IntoIterator<Item = Self>) -> Option<Self> {
        let sum: i128 = amounts.into_iter().map(|amount| i128::from(amount.0)).sum();
        i64::try_from(sum).ok().map(Self)
    }

    /// The amount with the other sign; `None` for the least amount, which has no counterpart.
    pub fn checked_neg(self) -> Option<Self> {
        self.0.checked_neg().map(Self)
    }

    pub const fn is_negative(self) -> bool {
        self.0 < 0
    }

    pub const fn is_positive(self) -> bool {
        self.0 > 0
    }

    /// The text of the JSON number for this amount, always with two fraction digits: `123.45`, `-0.07`, `5.00`.
    pub fn to_json_number(self) -> String {
        self.json_number().as_str().to_owned()
    }

    /// Appends the text of [`to_json_number`](Self::to_json_number) without an allocation: a list of accounts has
    /// hundreds of amounts.
    pub fn append_json_number(self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.json_number().as_bytes());
    }

    fn json_number(self) -> ArrayString<TEXT_BYTES_MAX> {
        // The machinery of `write!` takes ten times as long.
        let magnitude = self.0.unsigned_abs();
        let (mut whole, mut hundredths) = (itoa::Buffer::new(), itoa::Buffer::new());
        let (whole, hundredths) = (whole.format(magnitude / 100), hundredths.format(magnitude % 100));
        let mut text = ArrayString::new();
        if self.is_negative() {
            text.push('-');
        }
        text.push_str(whole);
        text.push_str(if hundredths.len() == 1 { ".0" } else { "." });
        text.push_str(hundredths);
        text
    }
}

/// The amount that a number with more fraction digits lies next to. Its first 28 digits are looked at.
fn nearest(lexeme: &str) -> Option<Money> {
    let has_exponent = lexeme.contains(['e', 'E']);
    let value =
        if has_exponent { Decimal::from_scientific(lexeme) } else { Decimal::from_str(lexeme) }.ok()?;
    let amount = value.round_dp(2);
    let is_near = value.checked_sub(amount)?.abs() <= DOUBLE_TOLERANCE;
    is_near.then(|| Money::from_lexeme(&amount.to_string()).ok()).flatten()
}

/// Coefficient and exponent of the text of a JSON number; `None` when it is not one.
fn split_lexeme(lexeme: &str) -> Option<(&str, i64)> {
    let (coefficient, exponent) = match lexeme.find(['e', 'E']) {
        None => (lexeme, 0),
        Some(at) => (lexeme.get(..at)?, exponent(lexeme.get(at + 1..)?)?),
    };
    let unsigned = coefficient.strip_prefix('-').unwrap_or(coefficient);
    let (whole, fraction) = match unsigned.split_once('.') {
        None => (unsigned, None),
        Some((whole, fraction)) => (whole, Some(fraction)),
    };
    let whole_fits = digits(whole) && (whole == "0" || !whole.starts_with('0'));
    (whole_fits && fraction.is_none_or(digits)).then_some((coefficient, exponent))
}

/// The exponent; one with more digits than an amount can need counts as one that is out of every range.
fn exponent(text: &str) -> Option<i64> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if !digits(unsigned) {
        return None;
    }
    let magnitude = unsigned.parse::<i32>().map_or(i64::from(i32::MAX), i64::from);
    Some(if text.starts_with('-') { -magnitude } else { magnitude })
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl FromStr for Money {
    type Err = MoneyError;
    fn from_str(text: &str) -> Result<Self, MoneyError> {
        Self::from_lexeme(text)
    }
}

/// Two fraction digits always: `123.45`, `-0.07`, `5.00`.
impl fmt::Display for Money {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.json_number())
    }
}
