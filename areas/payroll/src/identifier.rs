//! The two names of a statement: its sender's and the bank's.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use uuid::Uuid;

/// The text is not an external identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("must be 1 to 40 characters out of a-z, 0-9 and '-'")]
pub struct ExternalIdError;

/// The sender's name of a statement, unique within one company: 1 to 40 lower-case Latin letters, digits and hyphens
/// (spec section 2.5).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExternalId(String);

impl ExternalId {
    /// The most characters of an external identifier.
    pub const CHARACTERS_MAX: usize = 40;
}

impl FromStr for ExternalId {
    type Err = ExternalIdError;
    fn from_str(text: &str) -> Result<Self, ExternalIdError> {
        let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if (1..=Self::CHARACTERS_MAX).contains(&text.len()) && text.bytes().all(fits) {
            Ok(Self(text.to_owned()))
        } else {
            Err(ExternalIdError)
        }
    }
}

kernel::text_newtype!(ExternalId);

/// The text is not the bank's name of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("is not the identifier of a statement")]
pub struct StatementIdError;

/// The bank's name of a statement: a time-ordered UUID. Tables hold its 16 bytes, addresses and keys its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StatementId(Uuid);

impl StatementId {
    pub const fn new(uuid: Uuid) -> Self {
        Self(uuid)
    }

    /// Returns the bytes that tables hold.
    pub const fn bytes(self) -> [u8; 16] {
        self.0.into_bytes()
    }

    /// Returns the identifier with these bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StatementIdError> {
        Uuid::from_slice(bytes).map(Self).map_err(|_| StatementIdError)
    }
}

impl FromStr for StatementId {
    type Err = StatementIdError;
    fn from_str(text: &str) -> Result<Self, StatementIdError> {
        Uuid::try_parse(text).map(Self).map_err(|_| StatementIdError)
    }
}

impl fmt::Display for StatementId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}
