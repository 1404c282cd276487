//! Secrets of OAuth clients, kept only as hashes (IDN-10).

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{ClientId, Randomness, from_hexadecimal, hexadecimal};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use thiserror::Error;

/// The text is not the hash of a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("must be the SHA-256 as 64 small hexadecimal digits")]
pub struct SecretHashError;

/// SHA-256 of the client's identifier, a zero byte and the secret, as 64 small hexadecimal digits. The identifier in it
/// keeps equal secrets of two clients from having equal hashes. A fast hash is enough because secrets are random: 32
/// random bytes when this program mints them.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretHash(String);

impl SecretHash {
    /// The hash of `secret` for `client`.
    pub fn compute(client: &ClientId, secret: &str) -> Self {
        let mut hash = Sha256::new();
        hash.update(client.as_str().as_bytes());
        hash.update([0]);
        hash.update(secret.as_bytes());
        Self(hexadecimal(&hash.finalize()))
    }

    /// Tells whether `secret` is the secret of `client`; takes the same time wherever the difference lies.
    pub fn matches(&self, client: &ClientId, secret: &str) -> bool {
        self.equals(&Self::compute(client, secret))
    }

    /// Tells whether both are the same; takes the same time wherever the difference lies.
    pub(crate) fn equals(&self, other: &Self) -> bool {
        self.0.as_bytes().ct_eq(other.0.as_bytes()).into()
    }

    /// The hash as text, for the table.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A new secret: 32 random bytes in base64url, 43 characters. It is shown once and kept as a hash.
pub fn mint_secret(randomness: &dyn Randomness) -> String {
    let mut bytes = [0_u8; 32];
    randomness.fill(&mut bytes);
    URL_SAFE_NO_PAD.encode(bytes)
}

impl FromStr for SecretHash {
    type Err = SecretHashError;
    fn from_str(text: &str) -> Result<Self, SecretHashError> {
        let octets = from_hexadecimal::<32>(text.as_bytes());
        octets.map(|_| Self(text.to_owned())).ok_or(SecretHashError)
    }
}

/// Shows nothing of the hash: debug texts end up in logs.
impl fmt::Debug for SecretHash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SecretHash(…)")
    }
}
