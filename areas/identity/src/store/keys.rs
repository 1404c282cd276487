//! What the operator does with signing keys: the `keys` command.

use std::sync::Arc;

use audit::Actor;
use edge::KEYS_MAX;
use kernel::{Clock, Instant, Randomness};
use store::{Store, StoreError, Tx};

use super::signing_keys::{self, SIGNING_KEYS};
use super::trail::Author;
use crate::sealing::MasterKey;
use crate::signing_key::{
    ALGORITHMS, KeyState, PUBLISHED_S_MIN, SealedKey, SigningAlgorithm, SigningKeyError,
};

/// Why keys cannot be listed, made or rotated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeysError {
    /// The next key is too young: some cache may not know it yet.
    #[error("the next {} key must be published for {PUBLISHED_S_MIN} seconds before it signs; try again later",
        .algorithm.name())]
    TooEarly {
        /// Of which algorithm.
        algorithm: SigningAlgorithm,
    },
    /// So many keys are published that verifiers would refuse the set.
    #[error("{KEYS_MAX} keys are published; wait until the oldest retired ones are deleted")]
    TooMany,
    /// A key cannot be made or opened.
    #[error(transparent)]
    Key(#[from] SigningKeyError),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The thread that minted a key did not finish.
    #[error("the computation of a key did not finish")]
    Interrupted,
}

/// Why the keys are rotated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rotation {
    /// It is time: tokens signed so far stay valid.
    Planned,
    /// A key became known to strangers: all keys are replaced, and every token signed so far is refused. Logins
    /// go on, because clients refresh a token that is refused.
    Compromised,
}

/// What makes keys.
#[derive(Clone, Debug)]
pub struct Mint {
    /// Seals the private halves.
    pub master_key: MasterKey,
    /// For the seals and the entries of the trail.
    pub randomness: Arc<dyn Randomness>,
    /// The time.
    pub clock: Arc<dyn Clock>,
}

impl Mint {
    async fn keys(&self, wanted: Vec<(SigningAlgorithm, KeyState)>) -> Result<Vec<SealedKey>, KeysError> {
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

/// Every key, the oldest first.
pub async fn list(store: &Store) -> Result<Vec<SealedKey>, StoreError> {
    store.query(&SIGNING_KEYS, Vec::new()).await?.iter().map(signing_keys::sealed_key).collect()
}

/// Makes the first keys of an empty database. Several processes may do so at once: the keys of one of them stay.
pub async fn mint_first(store: &Store, mint: &Mint) -> Result<(), KeysError> {
    let present = list(store).await?;
    let missing = |algorithm| !present.iter().any(|key: &SealedKey| key.algorithm == algorithm);
    let wanted: Vec<_> = ALGORITHMS
        .into_iter()
        .filter(|algorithm| missing(*algorithm))
        .flat_map(|algorithm| [(algorithm, KeyState::Active), (algorithm, KeyState::Next)])
        .collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let (keys, now, randomness) = (mint.keys(wanted).await?, mint.clock.now(), Arc::clone(&mint.randomness));
    let author = Author::outside_of_requests(Actor::System);
    let work = move |tx: &mut Tx| -> Result<(), StoreError> {
        for key in &keys {
            if signing_keys::insert(tx, key)? {
                record(tx, &author, now, &*randomness, "signing_key.minted", key)?;
            }
        }
        Ok(())
    };
    Ok(store.write("mint the first signing keys", work).await?)
}

/// Rotates the keys of both algorithms, or neither.
pub async fn rotate(store: &Store, mint: &Mint, rotation: Rotation, operator: &str) -> Result<(), KeysError> {
    let states = match rotation {
        Rotation::Planned => &[KeyState::Next][..],
        Rotation::Compromised => &[KeyState::Active, KeyState::Next],
    };
    if rotation == Rotation::Planned && list(store).await?.len() + ALGORITHMS.len() > KEYS_MAX {
        return Err(KeysError::TooMany);
    }
    let wanted =
        ALGORITHMS.into_iter().flat_map(|algorithm| states.iter().map(move |state| (algorithm, *state)));
    let keys = mint.keys(wanted.collect()).await?;
    let (now, randomness) = (mint.clock.now(), Arc::clone(&mint.randomness));
    let author = Author::outside_of_requests(Actor::Operator(operator.to_owned()));
    let work = move |tx: &mut Tx| -> Result<(), KeysError> {
        for algorithm in ALGORITHMS {
            make_room(tx, algorithm, rotation, now)?;
        }
        for key in &keys {
            signing_keys::insert(tx, key)?;
            let action = match rotation {
                Rotation::Planned => "signing_key.rotated",
                Rotation::Compromised => "signing_key.replaced",
            };
            record(tx, &author, now, &*randomness, action, key)?;
        }
        Ok(())
    };
    store.write("rotate the signing keys", work).await
}

fn make_room(
    tx: &mut Tx,
    algorithm: SigningAlgorithm,
    rotation: Rotation,
    now: Instant,
) -> Result<(), KeysError> {
    match rotation {
        Rotation::Compromised => Ok(signing_keys::forget(tx, algorithm)?),
        Rotation::Planned => {
            let published_before = now.plus_seconds(-PUBLISHED_S_MIN);
            if signing_keys::rotate(tx, algorithm, now, published_before)? {
                Ok(())
            } else {
                Err(KeysError::TooEarly { algorithm })
            }
        }
    }
}

fn record(
    tx: &mut Tx,
    author: &Author,
    now: Instant,
    randomness: &dyn Randomness,
    action: &'static str,
    key: &SealedKey,
) -> Result<(), StoreError> {
    let detail = serde_json::json!({ "algorithm": key.algorithm.name(), "state": key.state.name() });
    audit::record(tx, author.entry(now, randomness, action, ("signing_key", &key.kid)).detail(detail))
}
