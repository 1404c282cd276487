//! The signing keys in the memory of a process.

use std::sync::{Arc, PoisonError, RwLock};

use kernel::Instant;

use crate::keys::signing_key::{
    Jwk, KeyState, Nonces, PublicKey, RETIRED_KEPT_S, SealedKey, SigningAlgorithm, SigningKey,
    SigningKeyError,
};
use crate::sealing::MasterKey;

/// Error for keys that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyRingError {
    #[error("there is no active signing key for {0}")]
    NoActiveKey(SigningAlgorithm),
    /// A key does not open.
    #[error(transparent)]
    Key(#[from] SigningKeyError),
}

#[derive(Debug)]
pub struct Keys {
    es256: Arc<SigningKey>,
    rs256: Arc<SigningKey>,
    /// The public half of every key whose tokens may be valid.
    pub public: Vec<PublicKey>,
    /// The same, as the key set publishes it.
    pub key_set: Vec<Jwk>,
}

impl Keys {
    pub fn active(&self, algorithm: SigningAlgorithm) -> &SigningKey {
        match algorithm {
            SigningAlgorithm::Es256 => &self.es256,
            SigningAlgorithm::Rs256 => &self.rs256,
        }
    }

    /// Opens `sealed`, but for the keys that `known` has open.
    fn open(
        sealed: &[SealedKey],
        known: Option<&Self>,
        (master_key, nonces): (&MasterKey, Nonces),
        now: Instant,
    ) -> Result<Self, KeyRingError> {
        let active = |algorithm| {
            let key = sealed.iter().find(|key| key.algorithm == algorithm && key.state == KeyState::Active);
            let key = key.ok_or(KeyRingError::NoActiveKey(algorithm))?;
            let known = known.into_iter().flat_map(|keys| [&keys.es256, &keys.rs256]);
            match known.into_iter().find(|known| known.kid() == key.kid) {
                Some(known) => Ok(Arc::clone(known)),
                None => Ok::<_, KeyRingError>(Arc::new(key.open(master_key, nonces)?)),
            }
        };
        let published = |key: &&SealedKey| {
            key.retired_at.is_none_or(|retired_at| now < retired_at.plus_seconds(RETIRED_KEPT_S))
        };
        let mut public = Vec::with_capacity(sealed.len());
        let mut key_set = Vec::with_capacity(sealed.len());
        for key in sealed.iter().filter(published) {
            let jwk = Jwk::new(&key.kid, key.algorithm, &key.public_key)
                .ok_or_else(|| SigningKeyError::PublicForm { kid: key.kid.clone() })?;
            key_set.push(jwk);
            let (kid, der) = (key.kid.clone(), key.public_key.clone());
            public.push(PublicKey { kid, algorithm: key.algorithm, der });
        }
        Ok(Self {
            es256: active(SigningAlgorithm::Es256)?,
            rs256: active(SigningAlgorithm::Rs256)?,
            public,
            key_set,
        })
    }
}

/// The signing keys of a process; all clones are the same ring. It learns of rotations through [`KeyRing::replace`], to
/// be called every half second.
#[derive(Clone, Debug)]
pub struct KeyRing {
    keys: Arc<RwLock<Arc<Keys>>>,
    master_key: MasterKey,
    nonces: Nonces,
}

impl KeyRing {
    /// Opens `sealed`, every key that there is.
    ///
    /// # Errors
    /// A key does not open, or an algorithm has no active one.
    pub fn open(
        sealed: &[SealedKey],
        master_key: MasterKey,
        nonces: Nonces,
        now: Instant,
    ) -> Result<Self, KeyRingError> {
        let keys = Keys::open(sealed, None, (&master_key, nonces), now)?;
        Ok(Self { keys: Arc::new(RwLock::new(Arc::new(keys))), master_key, nonces })
    }

    pub fn current(&self) -> Arc<Keys> {
        Arc::clone(&self.keys.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes over `sealed`, every key that there is now. When that fails the old ones stay.
    pub fn replace(&self, sealed: &[SealedKey], now: Instant) -> Result<(), KeyRingError> {
        let keys = Keys::open(sealed, Some(&self.current()), (&self.master_key, self.nonces), now)?;
        *self.keys.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(keys);
        Ok(())
    }
}
