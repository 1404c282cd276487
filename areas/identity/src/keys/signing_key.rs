//! The keys that sign tokens: their making, their public half, and the rotation from one to the next (IDN-09).
//!
//! For each algorithm there is one active key, which signs, and one next key, which is published already so that
//! everybody knows it before the first token signed with it. To rotate is to make the next key the active one, the
//! active one a retired one, and a new key the next one. A retired key stays published until every token it
//! signed has expired; then it is deleted.
//!
//! | from | to | when |
//! |---|---|---|
//! | (none) | `Next` | minted |
//! | (none) | `Active` | minted in an empty database, or after a key became known to strangers |
//! | `Next` | `Active` | rotation, at least [`PUBLISHED_S_MIN`] after it was minted |
//! | `Active` | `Retired` | rotation |
//! | `Retired` | (deleted) | [`RETIRED_KEPT_S`] later |
//! | any | (deleted) | a key became known to strangers |

use aws_lc_rs::encoding::AsDer;
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::KeySize;
use aws_lc_rs::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair, RSA_PKCS1_SHA256, RsaKeyPair,
};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{Instant, Randomness};
pub use kernel::{PublicKey, SigningAlgorithm};
use p256::ecdsa::signature::Signer as _;
use p256::pkcs8::DecodePrivateKey as _;
use rsa::RsaPublicKey;
use rsa::pkcs1::DecodeRsaPublicKey as _;
use rsa::traits::PublicKeyParts as _;
use serde::Serialize;

use crate::keys::repeatable_key;
use crate::sealing::{MasterKey, Purpose, SealingError, sha256};
use crate::token::token_claims::TOKEN_LIFETIME_S_MAX;

/// Seconds that a key is published before it may sign: the caches of the key set have forgotten the set without it.
pub const PUBLISHED_S_MIN: i64 = 2 * KEY_SET_CACHED_S;
/// Seconds that others may keep the published key set.
pub const KEY_SET_CACHED_S: i64 = 300;
/// Seconds that a retired key stays published: the longest life of a token, and some minutes for processes that
/// learn of the rotation late.
pub const RETIRED_KEPT_S: i64 = TOKEN_LIFETIME_S_MAX as i64 + 300;

/// Error for a key that cannot be made, opened or used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SigningKeyError {
    /// The generator or the signature failed.
    #[error("the cryptographic library failed")]
    Cryptography,
    /// The sealed private key does not open.
    #[error("signing key {kid}: {error}")]
    Sealed { kid: String, error: SealingError },
    /// The public key has not the form that its algorithm has.
    #[error("signing key {kid}: the public key has a wrong form")]
    PublicForm { kid: String },
}

kernel::text_enum! {
    pub enum KeyState {
        /// Published, does not sign yet.
        Next = "NEXT",
        Active = "ACTIVE",
        /// Published, does not sign any more.
        Retired = "RETIRED",
    }
}

#[derive(Clone, PartialEq, Eq)]
pub struct SealedKey {
    /// The name by which tokens refer to it: the thumbprint of the public key (RFC 7638).
    pub kid: String,
    pub algorithm: SigningAlgorithm,
    pub state: KeyState,
    /// The private key in PKCS #8, sealed for this `kid`.
    pub sealed_private_key: Vec<u8>,
    /// The public key in the form that [`PublicKey::der`] has.
    pub public_key: Vec<u8>,
    pub created_at: Instant,
    /// The moment when it stopped signing.
    pub retired_at: Option<Instant>,
}

kernel::debug_shows!(SealedKey { kid, algorithm, state, .. });

impl SealedKey {
    /// Mints a new key. Takes a good part of a second for RSA: not to be called where requests are answered.
    pub fn mint(
        algorithm: SigningAlgorithm,
        state: KeyState,
        master_key: &MasterKey,
        randomness: &dyn Randomness,
        now: Instant,
    ) -> Result<Self, SigningKeyError> {
        let (private_key, public_key) = if randomness.is_repeatable() {
            repeatable(algorithm, randomness).ok_or(SigningKeyError::Cryptography)?
        } else {
            generate(algorithm)?
        };
        let kid = Jwk::new("", algorithm, &public_key)
            .ok_or(SigningKeyError::Cryptography)
            .map(|jwk| URL_SAFE_NO_PAD.encode(sha256(jwk.thumbprint_input().as_bytes())))?;
        let sealed_private_key = master_key
            .seal(Purpose::SigningKeys, &kid, &private_key, randomness)
            .map_err(|error| SigningKeyError::Sealed { kid: kid.clone(), error })?;
        Ok(Self { kid, algorithm, state, sealed_private_key, public_key, created_at: now, retired_at: None })
    }

    /// Opens the key, ready to sign with these nonces.
    pub fn open(&self, master_key: &MasterKey, nonces: Nonces) -> Result<SigningKey, SigningKeyError> {
        let private_key = master_key
            .open(Purpose::SigningKeys, &self.kid, &self.sealed_private_key)
            .map_err(|error| SigningKeyError::Sealed { kid: self.kid.clone(), error })?;
        let pair = match self.algorithm {
            SigningAlgorithm::Es256 if nonces == Nonces::Derived => {
                let key = p256::ecdsa::SigningKey::from_pkcs8_der(&private_key);
                key.map(|key| Pair::Es256Derived(Box::new(key))).map_err(|_| SigningKeyError::Cryptography)
            }
            SigningAlgorithm::Es256 => {
                EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &private_key)
                    .map(Pair::Es256)
                    .map_err(|_| SigningKeyError::Cryptography)
            }
            SigningAlgorithm::Rs256 => {
                let pair = RsaKeyPair::from_pkcs8(&private_key);
                pair.map(Pair::Rs256).map_err(|_| SigningKeyError::Cryptography)
            }
        }?;
        Ok(SigningKey { kid: self.kid.clone(), algorithm: self.algorithm, pair, random: SystemRandom::new() })
    }
}

fn repeatable(algorithm: SigningAlgorithm, randomness: &dyn Randomness) -> Option<(Vec<u8>, Vec<u8>)> {
    match algorithm {
        SigningAlgorithm::Es256 => repeatable_key::es256(randomness),
        SigningAlgorithm::Rs256 => repeatable_key::rs256(randomness),
    }
}

fn generate(algorithm: SigningAlgorithm) -> Result<(Vec<u8>, Vec<u8>), SigningKeyError> {
    let failed = |_| SigningKeyError::Cryptography;
    Ok(match algorithm {
        SigningAlgorithm::Es256 => {
            let pair = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).map_err(failed)?;
            let private_key = pair.to_pkcs8v1().map_err(failed)?;
            (private_key.as_ref().to_vec(), pair.public_key().as_ref().to_vec())
        }
        SigningAlgorithm::Rs256 => {
            let pair = RsaKeyPair::generate(KeySize::Rsa2048).map_err(failed)?;
            let private_key = pair.as_der().map_err(failed)?;
            (private_key.as_ref().to_vec(), pair.public_key().as_ref().to_vec())
        }
    })
}

/// The numbers that ECDSA uses once, for each signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nonces {
    /// Drawn from the operating system.
    Drawn,
    /// Derived from key and message (RFC 6979), so that equal messages have equal signatures: in a sandbox.
    Derived,
}

impl Nonces {
    /// Returns those that fit a source of randomness.
    pub fn fitting(randomness: &dyn Randomness) -> Self {
        if randomness.is_repeatable() { Self::Derived } else { Self::Drawn }
    }
}

enum Pair {
    Es256Derived(Box<p256::ecdsa::SigningKey>),
    Es256(EcdsaKeyPair),
    Rs256(RsaKeyPair),
}

/// A key ready to sign. Kept, because to parse an RSA key costs more than to sign with it.
pub struct SigningKey {
    kid: String,
    algorithm: SigningAlgorithm,
    pair: Pair,
    random: SystemRandom,
}

kernel::debug_shows!(SigningKey { kid, algorithm, .. });

impl SigningKey {
    /// Returns the name by which tokens refer to it.
    pub fn kid(&self) -> &str {
        &self.kid
    }

    pub const fn algorithm(&self) -> SigningAlgorithm {
        self.algorithm
    }

    /// Signs `message`, in the form of RFC 7518.
    pub fn sign(&self, message: &[u8]) -> Result<Vec<u8>, SigningKeyError> {
        let failed = |_| SigningKeyError::Cryptography;
        match &self.pair {
            Pair::Es256Derived(key) => {
                let signature: p256::ecdsa::Signature =
                    key.try_sign(message).map_err(|_| SigningKeyError::Cryptography)?;
                Ok(signature.to_bytes().to_vec())
            }
            Pair::Es256(pair) => Ok(pair.sign(&self.random, message).map_err(failed)?.as_ref().to_vec()),
            Pair::Rs256(pair) => {
                let mut signature = vec![0; pair.public_modulus_len()];
                pair.sign(&RSA_PKCS1_SHA256, &self.random, message, &mut signature).map_err(failed)?;
                Ok(signature)
            }
        }
    }
}

/// A public key as the key set publishes it (RFC 7517).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Jwk {
    pub kid: String,
    /// `sig`: it is for signatures.
    #[serde(rename = "use")]
    pub key_use: &'static str,
    /// The one algorithm that it is for.
    pub alg: &'static str,
    /// The members that are specific to the kind of key.
    #[serde(flatten)]
    pub material: JwkMaterial,
}

/// The numbers of a public key, base64url.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kty")]
pub enum JwkMaterial {
    /// A point on P-256.
    #[serde(rename = "EC")]
    Ec {
        /// `P-256`.
        crv: &'static str,
        x: String,
        y: String,
    },
    #[serde(rename = "RSA")]
    Rsa {
        /// The modulus.
        n: String,
        /// The exponent.
        e: String,
    },
}

/// Bytes of a coordinate on P-256.
const COORDINATE_BYTES: usize = 32;

impl Jwk {
    /// Makes the key set's entry for a public key in the form that [`PublicKey::der`] has.
    pub fn new(kid: &str, algorithm: SigningAlgorithm, public_key: &[u8]) -> Option<Self> {
        let encoded = |number: &[u8]| URL_SAFE_NO_PAD.encode(number);
        let material = match algorithm {
            SigningAlgorithm::Es256 => {
                let coordinates = public_key.strip_prefix(&[0x04])?;
                let (x, y) = coordinates.split_at_checked(COORDINATE_BYTES)?;
                (y.len() == COORDINATE_BYTES).then(|| JwkMaterial::Ec {
                    crv: "P-256",
                    x: encoded(x),
                    y: encoded(y),
                })?
            }
            SigningAlgorithm::Rs256 => {
                let key = RsaPublicKey::from_pkcs1_der(public_key).ok()?;
                JwkMaterial::Rsa { n: encoded(&key.n_bytes()), e: encoded(&key.e_bytes()) }
            }
        };
        Some(Self { kid: kid.to_owned(), key_use: "sig", alg: algorithm.as_str(), material })
    }

    /// Returns the text whose SHA-256 is the thumbprint (RFC 7638, 3).
    fn thumbprint_input(&self) -> String {
        match &self.material {
            JwkMaterial::Ec { crv, x, y } => {
                format!(r#"{{"crv":"{crv}","kty":"EC","x":"{x}","y":"{y}"}}"#)
            }
            JwkMaterial::Rsa { n, e } => format!(r#"{{"e":"{e}","kty":"RSA","n":"{n}"}}"#),
        }
    }
}

#[cfg(test)]
mod tests;
