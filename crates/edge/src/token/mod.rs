//! Access and identity tokens (GEN-01) and the session tokens of the online bank: their claims, signatures and
//! revocations.
//!
//! Identity signs, everybody else verifies with public keys. A verified token is remembered until it
//! expires; whether its session, user or client has been revoked is asked on every request.

mod cache;
mod claims;
mod error;
mod key;
mod revocation;
mod signed;
#[cfg(test)]
mod tests;
mod verifier;

pub use claims::{AccessToken, IdentityToken, OnlineBankToken};
pub use error::TokenError;
pub use kernel::{ONLINE_BANK_CLIENT, PublicKey, SigningAlgorithm};
pub use key::{KEYS_MAX, KeyError};
pub use revocation::{REVOCATION_KEPT_S, REVOCATIONS_MAX, Revocations, Stopped};
pub use signed::{TOKEN_BYTES_MAX, open_identity};
pub use verifier::{CLOCK_SKEW_S_MAX, REVOCATION_FEED_AGE_S_MAX, Verifier, VerifierSettings};
