//! Mints signing keys: the first ones of an empty database here, the others by [`super::rotate_keys`]. Tells before
//! whether the master key that would seal them is the database's.

use std::sync::Arc;

use audit::Actor;
use edge::KEYS_MAX;
use kernel::{Clock, Randomness};
use store::{Result, Store, StoreError, Tx};

use super::trail::{Author, Occasion};
use crate::keys::key_ring::KeyRingError;
use crate::keys::signing_key::{KeyState, PUBLISHED_S_MIN, SealedKey, SigningAlgorithm, SigningKeyError};
use crate::sealing::{MasterKey, Purpose, SealingError};
use crate::store::{sealed, signing_keys};

/// Error for keys that cannot be made, opened or rotated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeysError {
    /// The next key is too young: some cache may not know it yet.
    #[error(
        "the next {algorithm} key must be published for {PUBLISHED_S_MIN} seconds before it signs; try again later"
    )]
    TooEarly { algorithm: SigningAlgorithm },
    /// So many keys are published that verifiers would refuse the set.
    #[error("{KEYS_MAX} keys are published; wait until the oldest retired ones are deleted")]
    TooMany,
    /// Neither the present master key nor the one that only opens is the database's.
    #[error(
        "the master key is not that of this database: it does not open {secret}; set the database's own, and \
         `clientbank keys reseal` puts another into its place"
    )]
    OtherMasterKey {
        /// Place and owner of the secret.
        secret: String,
    },
    /// The present master key is the one that another shall take the place of.
    #[error(
        "the present master key is the old one: master_key has to name the new key, and master_key_other the old one"
    )]
    OldMasterKey,
    #[error(transparent)]
    MasterKey(#[from] SealingError),
    #[error(transparent)]
    Key(#[from] SigningKeyError),
    #[error(transparent)]
    Ring(#[from] KeyRingError),
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The thread that minted a key did not finish.
    #[error("the computation of a key did not finish")]
    Interrupted,
}

/// The master key before a database, by what is sealed there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyStanding {
    /// Nothing is sealed.
    Unused,
    /// The present key has sealed it.
    Present,
    /// The key that only opens has sealed it: the present one is taking its place.
    Other,
}

#[derive(Clone, Debug)]
pub struct Mint {
    /// Seals the private halves.
    pub master_key: MasterKey,
    /// For the seals and the entries of the trail.
    pub randomness: Arc<dyn Randomness>,
    pub clock: Arc<dyn Clock>,
}

impl Mint {
    /// Tells by a secret of the database, an active signing key or else whatever is sealed, whether the master key is
    /// the database's. Asked before anything is sealed: under a foreign key it would be lost for everybody else.
    ///
    /// # Errors
    /// [`KeysError::OtherMasterKey`] when neither the present key nor the one that only opens has sealed the secret;
    /// the database's.
    pub async fn standing(&self, store: &Store) -> Result<KeyStanding, KeysError> {
        let is_active = |key: &SealedKey| key.state == KeyState::Active;
        if let Some(key) = signing_keys::list(store).await?.into_iter().find(is_active) {
            let secret = format!("the signing key {}", key.kid);
            return self.judge(Purpose::SigningKeys, &key.kid, &key.sealed_private_key, secret);
        }
        for place in sealed::PLACES {
            let read = move |tx: &mut Tx| sealed::behind(tx, place, "", 1);
            if let Some(first) = store.read("look for a sealed secret", read).await?.first() {
                let secret = format!("the secret of {} {}", place.name, first.owner);
                return self.judge(place.purpose, &first.owner, &first.bytes, secret);
            }
        }
        Ok(KeyStanding::Unused)
    }

    fn judge(
        &self,
        purpose: Purpose,
        owner: &str,
        bytes: &[u8],
        secret: String,
    ) -> Result<KeyStanding, KeysError> {
        match self.master_key.is_sealed_by_present(purpose, owner, bytes) {
            Ok(true) => Ok(KeyStanding::Present),
            Ok(false) => Ok(KeyStanding::Other),
            Err(_) => Err(KeysError::OtherMasterKey { secret }),
        }
    }

    pub(super) async fn keys(
        &self,
        wanted: Vec<(SigningAlgorithm, KeyState)>,
    ) -> Result<Vec<SealedKey>, KeysError> {
        let mint = self.clone();
        let work = tokio::task::spawn_blocking(move || {
            let now = mint.clock.now();
            let key = |(algorithm, state)| {
                SealedKey::mint(algorithm, state, &mint.master_key, &*mint.randomness, now)
            };
            wanted.into_iter().map(key).collect::<Result<Vec<_>, _>>()
        });
        Ok(work.await.map_err(|_| KeysError::Interrupted)??)
    }
}

/// Makes the first keys of an empty database. Several processes may do so at once: the keys of one of them stay.
///
/// # Errors
/// The database's, a key that cannot be made, and a master key that is not the database's.
pub async fn mint_first(store: &Store, mint: &Mint) -> Result<(), KeysError> {
    let present = signing_keys::list(store).await?;
    let missing = |algorithm| !present.iter().any(|key: &SealedKey| key.algorithm == algorithm);
    let wanted: Vec<_> = SigningAlgorithm::ALL
        .into_iter()
        .filter(|algorithm| missing(*algorithm))
        .flat_map(|algorithm| [(algorithm, KeyState::Active), (algorithm, KeyState::Next)])
        .collect();
    if wanted.is_empty() {
        return Ok(());
    }
    mint.standing(store).await?;
    let (keys, now, randomness) = (mint.keys(wanted).await?, mint.clock.now(), Arc::clone(&mint.randomness));
    let author = Author::outside_of_requests(Actor::System);
    let work = move |tx: &mut Tx| -> Result<()> {
        let occasion = Occasion { author: &author, randomness: &*randomness, now };
        for key in &keys {
            if signing_keys::insert(tx, key)? {
                record(tx, &occasion, "signing_key.minted", key)?;
            }
        }
        Ok(())
    };
    Ok(store.write("mint the first signing keys", work).await?)
}

/// Leaves an entry about a key.
pub(super) fn record(
    tx: &mut Tx,
    occasion: &Occasion<'_>,
    action: &'static str,
    key: &SealedKey,
) -> Result<()> {
    let detail = serde_json::json!({ "algorithm": key.algorithm.as_str(), "state": key.state.as_str() });
    audit::record(tx, occasion.entry(action, ("signing_key", &key.kid)).detail(detail))
}
