//! The key of a sandbox.

use std::str::FromStr;

use thiserror::Error;

/// The key of the main sandbox, which every Host without a key belongs to.
pub const MAIN: &str = "main";
/// The most characters of a key: it is a label of a Host.
const CHARACTERS_MAX: usize = 32;
/// The ending of a Host that names a sandbox.
const DOMAIN: &str = ".localhost";

/// The key of a sandbox: 1 to 32 of `a` to `z`, `0` to `9` and `-`, beginning and ending with a letter or digit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SandboxKey(String);

/// Error of a text that is no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a key has 1 to {CHARACTERS_MAX} of a to z, 0 to 9 and -, and begins and ends with a letter or digit"
)]
pub struct SandboxKeyError;

impl FromStr for SandboxKey {
    type Err = SandboxKeyError;

    fn from_str(text: &str) -> Result<Self, SandboxKeyError> {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let bytes = text.as_bytes();
        let ends = bytes.first().zip(bytes.last()).is_some_and(|(first, last)| plain(*first) && plain(*last));
        let fits =
            ends && bytes.len() <= CHARACTERS_MAX && bytes.iter().all(|byte| plain(*byte) || *byte == b'-');
        if fits { Ok(Self(text.to_owned())) } else { Err(SandboxKeyError) }
    }
}

impl SandboxKey {
    /// Reads the key out of a Host, if it names a sandbox: `Ok(None)` belongs to the main one.
    pub fn of_host(host: &str) -> Result<Option<Self>, SandboxKeyError> {
        let name = host.rsplit_once(':').map_or(host, |(name, _)| name).to_ascii_lowercase();
        // A name with the full stop of the root at its end is the same name.
        match name.strip_suffix('.').unwrap_or(&name).strip_suffix(DOMAIN) {
            Some(label) if label != MAIN => label.parse().map(Some),
            _ => Ok(None),
        }
    }

    pub fn host(&self) -> String {
        format!("{}{DOMAIN}", self.0)
    }
}

kernel::text_newtype!(SandboxKey);

#[cfg(test)]
mod tests;
