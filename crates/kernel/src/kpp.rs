//! Tax registration reason codes.

use arrayvec::ArrayString;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::text_value::text_value;

/// The text is not a tax registration reason code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a kpp is 4 digits, 2 digits or capital Latin letters, and 3 digits")]
pub struct KppError;

/// The reason code of a company's tax registration (spec section 2.7), 9 characters: the tax office (4 digits),
/// the reason (2 digits or capital Latin letters), the serial number (3 digits). Entrepreneurs have none.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Kpp(ArrayString<CHARACTERS>);

const CHARACTERS: usize = 9;
/// The position of the reason: the only characters that may be letters.
const REASON: std::ops::Range<usize> = 4..6;

fn check(text: &str) -> Result<(), KppError> {
    let fits = |(position, byte): (usize, u8)| {
        byte.is_ascii_digit() || REASON.contains(&position) && byte.is_ascii_uppercase()
    };
    if text.len() == CHARACTERS && text.bytes().enumerate().all(fits) { Ok(()) } else { Err(KppError) }
}

text_value!(Kpp, KppError, KppError);
