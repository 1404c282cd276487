//! Identifiers that the project mints itself or that a bank gives to its clients and users.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The text is not an identifier of this kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("an identifier has 1 to 64 characters out of A-Z, a-z, 0-9, '-', '_' and '.'")]
pub struct IdentifierError;

const CHARACTERS_MAX: usize = 64;

fn is_identifier(text: &str) -> bool {
    (1..=CHARACTERS_MAX).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
}

macro_rules! identifiers {
    ($($(#[$documentation:meta])* $name:ident)+) => {$(
        $(#[$documentation])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = IdentifierError;
            fn from_str(text: &str) -> Result<Self, IdentifierError> {
                if is_identifier(text) { Ok(Self(text.to_owned())) } else { Err(IdentifierError) }
            }
        }

        impl TryFrom<String> for $name {
            type Error = IdentifierError;
            fn try_from(text: String) -> Result<Self, IdentifierError> {
                if is_identifier(&text) { Ok(Self(text)) } else { Err(IdentifierError) }
            }
        }

        impl From<$name> for String {
            fn from(identifier: $name) -> Self {
                identifier.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(&self.0)
            }
        }
    )+};
}

/// The identifier of the online bank where others have their client's: no client may be registered under it.
pub const ONLINE_BANK_CLIENT: &str = "online-bank";

identifiers! {
    /// A user of the online bank: the `sub` of every token. Given by the bank, never reused.
    UserId
    /// An OAuth client, the software that calls: the `client_id` of spec section 4.1.
    ClientId
    /// One login of one user through one client: the `sid` of every token issued from it.
    SessionId
    /// Companies that belong together and may see each other's accounts.
    CompanyGroupId
}
