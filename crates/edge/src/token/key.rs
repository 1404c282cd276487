//! The public keys that sign tokens.

use jsonwebtoken::{Algorithm, DecodingKey};
use kernel::{PublicKey, SigningAlgorithm};
use thiserror::Error;

use super::TokenError;

/// The most keys a verifier holds: a few generations, two algorithms each.
pub const KEYS_MAX: usize = 32;

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum KeyError {
    #[error("more than {KEYS_MAX} keys")]
    TooMany,
    #[error("two keys are called {0}")]
    SameName(String),
    /// The bytes are not a key of the algorithm.
    #[error("the key {0} has a wrong form")]
    WrongForm(String),
}

#[derive(Clone)]
pub(super) struct VerificationKey {
    source: PublicKey,
    pub(super) decoding: DecodingKey,
}

kernel::debug_shows!(VerificationKey { kid: source.kid, .. });

impl VerificationKey {
    pub(super) const fn algorithm(&self) -> Algorithm {
        match self.source.algorithm {
            SigningAlgorithm::Es256 => Algorithm::ES256,
            SigningAlgorithm::Rs256 => Algorithm::RS256,
        }
    }

    pub(super) const fn algorithm_name(&self) -> &'static str {
        self.source.algorithm.as_str()
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct KeySet(Vec<VerificationKey>);

/// Bytes of an uncompressed point on P-256.
const POINT_BYTES: usize = 65;

impl KeySet {
    pub(super) fn new(keys: Vec<PublicKey>) -> Result<Self, KeyError> {
        if keys.len() > KEYS_MAX {
            return Err(KeyError::TooMany);
        }
        let mut set = Vec::with_capacity(keys.len());
        for key in keys {
            if set.iter().any(|other: &VerificationKey| other.source.kid == key.kid) {
                return Err(KeyError::SameName(key.kid));
            }
            let decoding = match key.algorithm {
                SigningAlgorithm::Es256 if key.der.len() != POINT_BYTES || key.der[0] != 0x04 => {
                    return Err(KeyError::WrongForm(key.kid));
                }
                SigningAlgorithm::Es256 => DecodingKey::from_ec_der(&key.der),
                SigningAlgorithm::Rs256 => DecodingKey::from_rsa_der(&key.der),
            };
            set.push(VerificationKey { source: key, decoding });
        }
        Ok(Self(set))
    }

    pub(super) fn find(&self, kid: &str) -> Result<&VerificationKey, TokenError> {
        self.0.iter().find(|key| key.source.kid == kid).ok_or(TokenError::UnknownKey)
    }

    /// Tells whether every key of this set is in `other` unchanged: then nothing verified before has become wrong.
    pub(super) fn is_part_of(&self, other: &Self) -> bool {
        self.0.iter().all(|key| other.0.iter().any(|kept| kept.source == key.source))
    }
}
