//! Currencies.

mod table;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Money;
use crate::text_value::text_conversions;
use table::TABLE;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a currency code of ISO 4217 (three capital letters) nor RUR")]
pub struct CurrencyError;

/// A currency in use: the current codes of ISO 4217, and RUR with the number 810, the currency of rouble accounts and
/// payroll (spec section 2.5); RUB with 643 is the code of ISO.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Currency(usize);

impl Currency {
    /// The rouble of accounts and payment documents, 810.
    pub const RUR: Self = Self::listed("RUR");
    /// The rouble of ISO 4217, 643.
    pub const RUB: Self = Self::listed("RUB");
    pub const USD: Self = Self::listed("USD");
    pub const EUR: Self = Self::listed("EUR");
    pub const CNY: Self = Self::listed("CNY");

    /// The place of `code` in the table. Only for constants: an unknown code stops the compilation.
    const fn listed(code: &str) -> Self {
        let wanted = code.as_bytes();
        let mut index = 0;
        loop {
            let found = TABLE[index].0.as_bytes();
            if found[0] == wanted[0] && found[1] == wanted[1] && found[2] == wanted[2] {
                return Self(index);
            }
            index += 1;
        }
    }

    /// Every currency, ordered by its alphabetic code.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..TABLE.len()).map(Self)
    }

    /// The currency with the numeric code `numeric`; `None` when there is none.
    pub fn from_numeric(numeric: u16) -> Option<Self> {
        TABLE.iter().position(|(_, number, _)| *number == numeric).map(Self)
    }

    pub const fn alphabetic(self) -> &'static str {
        TABLE[self.0].0
    }

    pub const fn as_str(self) -> &'static str {
        self.alphabetic()
    }

    /// The numeric code, 1 to 999; written with three digits where it is text.
    pub const fn numeric(self) -> u16 {
        TABLE[self.0].1
    }

    /// Fraction digits of an amount, 0 to 4; `None` for metals, units of account and test codes, which have none.
    pub const fn minor_digits(self) -> Option<u8> {
        TABLE[self.0].2
    }

    /// Tells whether [`Money`], which counts hundredths, can hold every amount of the currency.
    pub const fn is_in_hundredths(self) -> bool {
        !matches!(self.minor_digits(), Some(3..))
    }

    /// Tells whether `amount` is one of the currency: one without a minor unit has whole amounts only.
    pub const fn has_amount(self, amount: Money) -> bool {
        match self.minor_digits() {
            Some(0) => amount.minor() % 100 == 0,
            _ => self.is_in_hundredths(),
        }
    }

    /// Tells whether this is the rouble under either of its codes.
    pub fn is_national(self) -> bool {
        self == Self::RUR || self == Self::RUB
    }
}

impl FromStr for Currency {
    type Err = CurrencyError;
    fn from_str(text: &str) -> Result<Self, CurrencyError> {
        // Three bytes are compared at once, where texts would be compared by a call each.
        let wanted: &[u8; 3] = text.as_bytes().try_into().map_err(|_| CurrencyError)?;
        TABLE
            .binary_search_by_key(&Some(wanted), |(code, _, _)| code.as_bytes().first_chunk())
            .map(Self)
            .map_err(|_| CurrencyError)
    }
}

text_conversions!(Currency, CurrencyError);

impl fmt::Debug for Currency {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.alphabetic())
    }
}
