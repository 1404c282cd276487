//! A system of the bank, and the key by which it is known.

use std::str::FromStr;

use orders::Role;
use thiserror::Error;

/// A system signs with ES256, by a key of the same kind as people have.
pub use proposals::OperatorKey as SystemKey;

/// The most characters of the name of a system.
const NAME_CHARACTERS_MAX: usize = 64;

/// The name of a system: letters, digits, `.`, `_` and `-`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemName(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("must have 1 to {NAME_CHARACTERS_MAX} letters, digits, dots, hyphens and underscores")]
pub struct SystemNameError;

impl FromStr for SystemName {
    type Err = SystemNameError;

    fn from_str(text: &str) -> Result<Self, SystemNameError> {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte));
        let is_name = is_plain && (1..=NAME_CHARACTERS_MAX).contains(&text.len());
        if is_name { Ok(Self(text.to_owned())) } else { Err(SystemNameError) }
    }
}

kernel::text_newtype!(SystemName);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "holds no public key on P-256: `openssl ecparam -name prime256v1 -genkey -noout -out key.pem` makes a key, and \
     `openssl ec -in key.pem -pubout` its public part"
)]
pub struct SystemKeyError;

/// A system that may call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct System {
    pub name: SystemName,
    /// Its kind, which decides which orders it is handed.
    pub role: Role,
    pub key: SystemKey,
}
