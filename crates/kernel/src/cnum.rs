//! Client numbers.

use arrayvec::ArrayString;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::text_value::text_value;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a cnum is 1 to 20 characters out of A-Z and 0-9")]
pub struct CnumError;

/// The number by which the bank knows a client company: the `cnum` of spec sections 2.2 and 2.4, 1 to 20 capital
/// Latin letters and digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Cnum(ArrayString<CHARACTERS_MAX>);

const CHARACTERS_MAX: usize = 20;

fn check(text: &str) -> Result<(), CnumError> {
    let fits = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
    if (1..=CHARACTERS_MAX).contains(&text.len()) && text.bytes().all(fits) { Ok(()) } else { Err(CnumError) }
}

text_value!(Cnum, CnumError, CnumError);
