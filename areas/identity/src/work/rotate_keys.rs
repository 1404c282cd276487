//! Rotates the signing keys: the `keys` command.

use audit::Actor;
use edge::KEYS_MAX;
use kernel::Instant;
use store::{Store, Tx};

use super::mint_keys::{KeyStanding, KeysError, Mint, record};
use super::reseal;
use super::trail::{Author, Occasion};
use crate::keys::signing_key::{KeyState, PUBLISHED_S_MIN, SigningAlgorithm};
use crate::store::signing_keys;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rotation {
    /// It is time: tokens signed so far stay valid.
    Planned,
    /// A key became known to strangers: all keys are replaced, and every token signed so far is refused. Logins
    /// go on, because clients refresh a token that is refused.
    Compromised,
}

/// Rotates the keys of both algorithms, or neither.
///
/// # Errors
/// The next keys are too young, too many are published, a key cannot be made, the master key is not the database's, and
/// the database's.
pub async fn rotate(store: &Store, mint: &Mint, rotation: Rotation, operator: &str) -> Result<(), KeysError> {
    let standing = mint.standing(store).await?;
    let states = match rotation {
        Rotation::Planned => &[KeyState::Next][..],
        Rotation::Compromised => &[KeyState::Active, KeyState::Next],
    };
    if rotation == Rotation::Planned
        && signing_keys::list(store).await?.len() + SigningAlgorithm::ALL.len() > KEYS_MAX
    {
        return Err(KeysError::TooMany);
    }
    let wanted = SigningAlgorithm::ALL
        .into_iter()
        .flat_map(|algorithm| states.iter().map(move |state| (algorithm, *state)));
    let keys = mint.keys(wanted.collect()).await?;
    let (now, mint) = (mint.clock.now(), mint.clone());
    let author = Author::outside_of_requests(Actor::Operator(operator.to_owned()));
    let work = move |tx: &mut Tx| -> Result<(), KeysError> {
        for algorithm in SigningAlgorithm::ALL {
            make_room(tx, algorithm, rotation, now)?;
        }
        let action = match rotation {
            Rotation::Planned => "signing_key.rotated",
            Rotation::Compromised => "signing_key.replaced",
        };
        let occasion = Occasion { author: &author, randomness: &*mint.randomness, now };
        for key in &keys {
            signing_keys::insert(tx, key)?;
            record(tx, &occasion, action, key)?;
        }
        if standing == KeyStanding::Other {
            // After this the signing keys do not tell any more which master key is the old one, and the trail does.
            reseal::record(tx, &author, &mint, "signing_keys", keys.len())?;
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
