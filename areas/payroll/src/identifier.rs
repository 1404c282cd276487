//! The names of statements and rolls: their senders' and the bank's.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use uuid::Uuid;

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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("is not the identifier of a statement")]
pub struct StatementIdError;

/// Declares names that the bank gives: time-ordered UUIDs. Tables hold their 16 bytes, addresses and keys their texts.
macro_rules! names {
    ($($(#[$about:meta])* $name:ident;)+) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Uuid);

        impl $name {
            pub const fn new(uuid: Uuid) -> Self {
                Self(uuid)
            }

            /// Returns the bytes that tables hold.
            pub const fn bytes(self) -> [u8; 16] {
                self.0.into_bytes()
            }

            pub fn from_bytes(bytes: &[u8]) -> Result<Self, StatementIdError> {
                Uuid::from_slice(bytes).map(Self).map_err(|_| StatementIdError)
            }
        }

        impl FromStr for $name {
            type Err = StatementIdError;
            fn from_str(text: &str) -> Result<Self, StatementIdError> {
                Uuid::try_parse(text).map(Self).map_err(|_| StatementIdError)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(formatter)
            }
        }
    )+};
}

names! {
    /// The bank's name of a statement.
    StatementId;
    /// The bank's name of a roll.
    RollId;
}

/// Begins the name of a statement that was made in the online bank.
const MADE_PREFIX: &str = "web-";

impl RollId {
    /// Returns the name of the statement that this roll becomes. The company has one statement of a name, so a roll
    /// becomes one, however often it is asked for.
    pub fn external_id(self) -> Result<ExternalId, ExternalIdError> {
        format!("{MADE_PREFIX}{}", self.0.simple()).parse()
    }
}

impl ExternalId {
    /// Returns the name that people or their software chose for a statement; none for one that the online bank made up.
    pub fn chosen(&self) -> Option<&str> {
        Some(self.as_str()).filter(|name| !name.starts_with(MADE_PREFIX))
    }
}
