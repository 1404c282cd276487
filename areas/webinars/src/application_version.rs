//! The version of the calling application (`Service-App-Version`, spec section 9).

use std::str::FromStr;

use thiserror::Error;

/// Version that an absent header stands for (spec section 4.6).
pub const DEFAULT: &str = "4.0.0";

/// Numbers of a version.
const NUMBERS: std::ops::RangeInclusive<usize> = 2..=4;
/// The most digits of one number.
const DIGITS_MAX: usize = 9;

/// The text is not a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("Service-App-Version must be 2 to 4 numbers of up to 9 digits separated by dots, for example 4.0.0")]
pub struct ApplicationVersionError;

/// A dotted version number. Version 1.0.0 of this interface answers every version alike; the number is only
/// checked, so that an application that sends something else learns of it now and not when versions differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApplicationVersion(String);

impl ApplicationVersion {
    /// The version as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for ApplicationVersion {
    fn default() -> Self {
        Self(DEFAULT.to_owned())
    }
}

impl FromStr for ApplicationVersion {
    type Err = ApplicationVersionError;
    fn from_str(text: &str) -> Result<Self, ApplicationVersionError> {
        let is_number = |number: &str| {
            (1..=DIGITS_MAX).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())
        };
        let fits = NUMBERS.contains(&text.split('.').count()) && text.split('.').all(is_number);
        if fits { Ok(Self(text.to_owned())) } else { Err(ApplicationVersionError) }
    }
}
