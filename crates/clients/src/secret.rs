//! Secrets of OAuth clients, kept only as hashes (IDN-10): the one that a client has, and for a time the one before.

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{ClientId, Instant, Randomness, from_hexadecimal, hexadecimal};
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

/// A secret that was replaced and works until a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviousSecret {
    pub hash: SecretHash,
    /// The first moment at which it does not work any more.
    pub until: Instant,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientSecrets {
    /// The hash of the one it has.
    pub hash: SecretHash,
    /// The moment at which it was set; unknown for one that is older than this column.
    pub set_at: Option<Instant>,
    /// The one before, while somebody still counts on it.
    pub previous: Option<PreviousSecret>,
}

impl ClientSecrets {
    /// The only secret of a new client.
    pub const fn first(hash: SecretHash, now: Instant) -> Self {
        Self { hash, set_at: Some(now), previous: None }
    }

    /// Tells whether `secret` of `client` works at `now`; takes the same time wherever the difference lies.
    pub fn accept(&self, client: &ClientId, secret: &str, now: Instant) -> bool {
        let presented = SecretHash::compute(client, secret);
        let is_present = self.hash.equals(&presented);
        let is_previous = self.previous_at(now).is_some_and(|previous| previous.hash.equals(&presented));
        is_present | is_previous
    }

    /// The secret before, while it works at `now`.
    pub fn previous_at(&self, now: Instant) -> Option<&PreviousSecret> {
        self.previous.as_ref().filter(|previous| now < previous.until)
    }
}
