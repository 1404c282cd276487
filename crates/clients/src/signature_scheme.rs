//! Which signatures a company's documents need.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::text_enum::text_enum;

text_enum! {
    /// The kinds of signatures a scheme counts.
    SignatureType {
        /// The first signature, usually the director's.
        First = "FIRST",
        /// The second signature, usually the accountant's.
        Second = "SECOND",
    }
}

/// The text is not a signature scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a signature scheme is FIRST=n or FIRST=n,SECOND=n with n from 0 to 9 and at least one signature")]
pub struct SignatureSchemeError;

/// How many signatures of each type a document of the company needs before it is executed (spec section 3.1, rule 2):
/// at least one in all, at most nine of a type. As text `FIRST=1` or `FIRST=1,SECOND=1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SignatureScheme {
    first: u8,
    second: u8,
}

/// The most signatures of one type.
const SIGNATURES_MAX: u8 = 9;

impl SignatureScheme {
    /// The scheme that asks for `first` and `second` signatures of those types.
    ///
    /// # Errors
    /// A number is over nine, or both are zero.
    pub const fn new(first: u8, second: u8) -> Result<Self, SignatureSchemeError> {
        if first > SIGNATURES_MAX || second > SIGNATURES_MAX || first == 0 && second == 0 {
            return Err(SignatureSchemeError);
        }
        Ok(Self { first, second })
    }

    /// How many signatures of the type are needed.
    #[must_use]
    pub const fn needed(self, signature_type: SignatureType) -> u8 {
        match signature_type {
            SignatureType::First => self.first,
            SignatureType::Second => self.second,
        }
    }
}

/// The number of an item `TYPE=n`.
fn count(item: &str, signature_type: SignatureType) -> Option<u8> {
    match item.strip_prefix(signature_type.as_str())?.strip_prefix('=')?.as_bytes() {
        [digit @ b'0'..=b'9'] => Some(digit - b'0'),
        _ => None,
    }
}

impl FromStr for SignatureScheme {
    type Err = SignatureSchemeError;
    fn from_str(text: &str) -> Result<Self, SignatureSchemeError> {
        let (first, second) = match text.split_once(',') {
            None => (count(text, SignatureType::First), Some(0)),
            Some((first, second)) => {
                (count(first, SignatureType::First), count(second, SignatureType::Second))
            }
        };
        match (first, second) {
            (Some(first), Some(second)) => Self::new(first, second),
            _ => Err(SignatureSchemeError),
        }
    }
}

impl fmt::Display for SignatureScheme {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "FIRST={}", self.first)?;
        if self.second > 0 { write!(formatter, ",SECOND={}", self.second) } else { Ok(()) }
    }
}
