//! Signing keys in their table.

use kernel::Instant;
use store::{FromRow as _, Result, Selected as _, Store, Tx, Written as _, params};

use crate::keys::signing_key::{PublicKey, SealedKey, SigningAlgorithm};

store::selected! {
    SealedKey as "k" => own {
        kid, algorithm, state, sealed_private_key, public_key, created_at: "created_at_us", retired_at: "retired_at_us",
    }
}

store::queries! {
    pub SIGNING_KEYS = store::text!("select ", SealedKey::LIST, " from signing_keys order by created_at_us, kid");

    pub SIGNING_KEY_OLDEST = "select min(created_at_us) as made_us from signing_keys where state = 'ACTIVE'";

    /// Reads what is published: every key whose tokens may still be valid.
    pub SIGNING_KEYS_PUBLIC = "select kid, algorithm, public_key from signing_keys
        where retired_at_us is null or retired_at_us > $1 order by created_at_us, kid";

    /// Writes a new key, unless there is one of its algorithm and state.
    pub SIGNING_KEY_INSERT = store::text!("insert into signing_keys (", SealedKey::LIST, ")
        values (", store::parameters(SealedKey::COLUMNS), ") on conflict do nothing");

    pub SIGNING_KEY_RETIRE = "update signing_keys set state = 'RETIRED', retired_at_us = $2
        where algorithm = $1 and state = 'ACTIVE'";

    pub SIGNING_KEY_ACTIVATE = "update signing_keys set state = 'ACTIVE'
        where algorithm = $1 and state = 'NEXT' and created_at_us <= $2";

    pub SIGNING_KEYS_FORGET = "delete from signing_keys where algorithm = $1";

    /// Forgets retired keys whose tokens have all expired.
    pub SIGNING_KEYS_PRUNE = "delete from signing_keys where state = 'RETIRED' and retired_at_us <= $1";
}

/// Writes a new key. False when there is one of its algorithm and state already.
pub fn insert(tx: &mut Tx, key: &SealedKey) -> Result<bool> {
    let mut values = Vec::new();
    key.write(&mut values);
    Ok(tx.execute(&SIGNING_KEY_INSERT, values)? == 1)
}

/// Retires the active key and activates the next one, when it was minted at `published_before` or earlier. False when
/// it is too young, or somebody else was first.
pub fn rotate(
    tx: &mut Tx,
    algorithm: SigningAlgorithm,
    now: Instant,
    published_before: Instant,
) -> Result<bool> {
    tx.execute_one(&SIGNING_KEY_RETIRE, params![algorithm.as_str(), now])?;
    Ok(tx.execute(&SIGNING_KEY_ACTIVATE, params![algorithm.as_str(), published_before])? == 1)
}

pub fn forget(tx: &mut Tx, algorithm: SigningAlgorithm) -> Result<()> {
    tx.execute(&SIGNING_KEYS_FORGET, params![algorithm.as_str()]).map(|_| ())
}

/// Forgets retired keys that stopped signing at `retired_until` or before.
pub fn prune(tx: &mut Tx, retired_until: Instant) -> Result<()> {
    tx.execute(&SIGNING_KEYS_PRUNE, params![retired_until]).map(|_| ())
}

/// Returns every key, the oldest first.
pub async fn list(store: &Store) -> Result<Vec<SealedKey>> {
    store.select(&SIGNING_KEYS, params![]).await
}

/// Returns when the oldest key that signs was made.
pub async fn oldest_active(store: &Store) -> Result<Option<Instant>> {
    Ok(store.select_optional(&SIGNING_KEY_OLDEST, params![]).await?.flatten())
}

/// Returns the public half of every key that signs, will sign, or stopped signing after `retired_after`.
pub async fn list_public(store: &Store, retired_after: Instant) -> Result<Vec<PublicKey>> {
    let keys = store.select(&SIGNING_KEYS_PUBLIC, params![retired_after]).await?;
    Ok(keys.into_iter().map(|(kid, algorithm, der)| PublicKey { kid, algorithm, der }).collect())
}
