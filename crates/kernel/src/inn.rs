//! Taxpayer numbers.

use arrayvec::ArrayString;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::text_value::{is_digits, text_value};

/// Error of a text that is not a taxpayer number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum InnError {
    /// The number of digits is wrong, or something is not a digit.
    #[error("an inn is 10 digits (companies) or 12 digits (persons)")]
    Form,
    /// The check digits at the end do not belong to the digits before them.
    #[error("the check digits of this inn are wrong")]
    Checksum,
}

/// The number of a taxpayer (spec section 2.7): 10 digits for a company, 12 for a person, the last one or two of
/// which are check digits. A value of this type has right ones.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Inn(ArrayString<PERSON_DIGITS>);

const COMPANY_DIGITS: usize = 10;
const PERSON_DIGITS: usize = 12;
/// Weights of the digits before a check digit; a shorter number uses the last of them.
const WEIGHTS: [u32; 11] = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8];

/// Tells whether the last of `digits` is the check digit of those before it.
fn last_digit_checks(digits: &str) -> bool {
    let Some((weighted, [check])) = digits.as_bytes().split_last_chunk::<1>() else { return false };
    let weights = WEIGHTS.iter().skip(WEIGHTS.len().saturating_sub(weighted.len()));
    let sum: u32 = weighted.iter().zip(weights).map(|(digit, weight)| u32::from(digit - b'0') * weight).sum();
    sum % 11 % 10 == u32::from(check - b'0')
}

fn check(text: &str) -> Result<(), InnError> {
    let checks = if is_digits(text, COMPANY_DIGITS) {
        last_digit_checks(text)
    } else if is_digits(text, PERSON_DIGITS) {
        last_digit_checks(text.get(..PERSON_DIGITS - 1).unwrap_or_default()) && last_digit_checks(text)
    } else {
        return Err(InnError::Form);
    };
    if checks { Ok(()) } else { Err(InnError::Checksum) }
}

text_value!(Inn, InnError, InnError::Form);

impl Inn {
    /// Tells whether this is the number of a person (an entrepreneur) and not of a company.
    pub fn is_person(&self) -> bool {
        self.0.len() == PERSON_DIGITS
    }
}
