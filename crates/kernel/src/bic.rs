//! Bank identification codes of the Russian payment system.

use arrayvec::ArrayString;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::text_value::{is_digits, text_value};

/// The text is not a bank identification code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a bank identification code is exactly 9 digits")]
pub struct BicError;

/// The code of a bank in the Russian payment system: exactly 9 ASCII digits (spec section 2.5).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Bic(ArrayString<DIGITS>);

const DIGITS: usize = 9;

fn check(text: &str) -> Result<(), BicError> {
    if is_digits(text, DIGITS) { Ok(()) } else { Err(BicError) }
}

text_value!(Bic, BicError, BicError);

impl Bic {
    /// Returns digits 7 to 9, the bank's number in its settlement network, from which control keys are computed.
    pub fn last_three_digits(&self) -> &str {
        self.0.get(DIGITS - 3..).unwrap_or_default()
    }
}
