//! Signatures of deliveries by the rules of Standard Webhooks: `v1` with a shared secret, and `v1a` with a key of which
//! the receiver knows the public half.

use aws_lc_rs::hmac;
use aws_lc_rs::signature::{Ed25519KeyPair, KeyPair as _};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kernel::Randomness;
use thiserror::Error;

/// Bytes of the shared secret, and of the seed of the key pair.
const PART_BYTES: usize = 32;
const SECRET_BYTES: usize = 2 * PART_BYTES;

/// Error of a secret that cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the secret of a webhook is damaged")]
pub struct SecretDamaged;

/// The secrets of a webhook: one that it shares with its receiver, and a key pair. Its `Debug` shows nothing of them.
#[derive(Clone)]
pub struct Secret([u8; SECRET_BYTES]);

kernel::debug_shows!(Secret(..));

impl Secret {
    /// Mints secrets that nobody can guess.
    pub fn mint(randomness: &dyn Randomness) -> Self {
        let mut bytes = [0; SECRET_BYTES];
        randomness.fill(&mut bytes);
        Self(bytes)
    }

    /// Reads what [`Secret::bytes`] gave.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SecretDamaged> {
        bytes.try_into().map(Self).map_err(|_| SecretDamaged)
    }

    /// Returns the bytes, to be sealed.
    pub const fn bytes(&self) -> &[u8] {
        &self.0
    }

    fn shared(&self) -> &[u8] {
        &self.0[..PART_BYTES]
    }

    fn pair(&self) -> Result<Ed25519KeyPair, SecretDamaged> {
        Ed25519KeyPair::from_seed_unchecked(&self.0[PART_BYTES..]).map_err(|_| SecretDamaged)
    }

    /// Returns the shared secret as libraries take it: `whsec_` and Base64.
    pub fn shared_text(&self) -> String {
        format!("whsec_{}", STANDARD.encode(self.shared()))
    }

    /// Returns the public half of the key pair as libraries take it: `whpk_` and Base64.
    pub fn public_text(&self) -> Result<String, SecretDamaged> {
        Ok(format!("whpk_{}", STANDARD.encode(self.pair()?.public_key().as_ref())))
    }

    /// Signs a delivery in both ways: `v1,…` and `v1a,…`, with a space between them.
    pub fn sign(&self, id: &str, unix_s: i64, body: &str) -> Result<String, SecretDamaged> {
        let signed = format!("{id}.{unix_s}.{body}");
        let key = hmac::Key::new(hmac::HMAC_SHA256, self.shared());
        let shared = STANDARD.encode(hmac::sign(&key, signed.as_bytes()));
        let own = STANDARD.encode(self.pair()?.sign(signed.as_bytes()));
        Ok(format!("v1,{shared} v1a,{own}"))
    }
}

#[cfg(test)]
mod tests;
