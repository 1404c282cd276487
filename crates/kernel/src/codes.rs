//! The codes of banks, clients, taxpayers and their registrations.

use arrayvec::ArrayString;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::text_value::{is_digits, text_value};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a bank identification code is exactly 9 digits")]
pub struct BicError;

/// The code of a bank in the Russian payment system: exactly 9 ASCII digits (spec section 2.5).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Bic(ArrayString<BIC_DIGITS>);

const BIC_DIGITS: usize = 9;

fn check_bic(text: &str) -> Result<(), BicError> {
    if is_digits(text, BIC_DIGITS) { Ok(()) } else { Err(BicError) }
}

text_value!(Bic, BicError, check_bic, BicError);

impl Bic {
    /// Returns digits 7 to 9, the bank's number in its settlement network, from which control keys are computed.
    pub fn last_three_digits(&self) -> &str {
        self.0.get(BIC_DIGITS - 3..).unwrap_or_default()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a cnum is 1 to 20 characters out of A-Z and 0-9")]
pub struct CnumError;

/// The number by which the bank knows a client company: the `cnum` of spec sections 2.2 and 2.4, 1 to 20 capital
/// Latin letters and digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Cnum(ArrayString<CNUM_CHARACTERS_MAX>);

const CNUM_CHARACTERS_MAX: usize = 20;

fn check_cnum(text: &str) -> Result<(), CnumError> {
    let fits = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
    let is_cnum = (1..=CNUM_CHARACTERS_MAX).contains(&text.len()) && text.bytes().all(fits);
    if is_cnum { Ok(()) } else { Err(CnumError) }
}

text_value!(Cnum, CnumError, check_cnum, CnumError);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum InnError {
    /// The number of digits is wrong, or something is not a digit.
    #[error("an inn is 10 digits (companies) or 12 digits (persons)")]
    Form,
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

fn check_inn(text: &str) -> Result<(), InnError> {
    let checks = if is_digits(text, COMPANY_DIGITS) {
        last_digit_checks(text)
    } else if is_digits(text, PERSON_DIGITS) {
        last_digit_checks(text.get(..PERSON_DIGITS - 1).unwrap_or_default()) && last_digit_checks(text)
    } else {
        return Err(InnError::Form);
    };
    if checks { Ok(()) } else { Err(InnError::Checksum) }
}

text_value!(Inn, InnError, check_inn, InnError::Form);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a kpp is 4 digits, 2 digits or capital Latin letters, and 3 digits")]
pub struct KppError;

/// The reason code of a company's tax registration (spec section 2.7), 9 characters: the tax office (4 digits),
/// the reason (2 digits or capital Latin letters), the serial number (3 digits). Entrepreneurs have none.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Kpp(ArrayString<KPP_CHARACTERS>);

const KPP_CHARACTERS: usize = 9;
/// The position of the reason: the only characters that may be letters.
const REASON: std::ops::Range<usize> = 4..6;

fn check_kpp(text: &str) -> Result<(), KppError> {
    let fits = |(position, byte): (usize, u8)| {
        byte.is_ascii_digit() || REASON.contains(&position) && byte.is_ascii_uppercase()
    };
    if text.len() == KPP_CHARACTERS && text.bytes().enumerate().all(fits) { Ok(()) } else { Err(KppError) }
}

text_value!(Kpp, KppError, check_kpp, KppError);
