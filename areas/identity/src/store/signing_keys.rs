//! Signing keys in their table.

use kernel::Instant;
use store::{Row, Store, StoreError, Tx, params};

use crate::keys::signing_key::{KeyState, PublicKey, SealedKey, SigningAlgorithm};

store::queries! {
    /// Reads every key, the oldest first.
    pub SIGNING_KEYS = "select kid, algorithm, state, sealed_private_key, public_key, created_at_us, retired_at_us
        from signing_keys order by created_at_us, kid";

    /// When the oldest key that signs was made.
    pub SIGNING_KEY_OLDEST = "select min(created_at_us) as made_us from signing_keys where state = 'ACTIVE'";

    /// Reads what is published: every key whose tokens may still be valid.
    pub SIGNING_KEYS_PUBLIC = "select kid, algorithm, public_key from signing_keys
        where retired_at_us is null or retired_at_us > $1 order by created_at_us, kid";

    /// Writes a new key, unless there is one of its algorithm and state.
    pub SIGNING_KEY_INSERT = "insert into signing_keys (kid, algorithm, state, sealed_private_key, public_key,
            created_at_us) values ($1, $2, $3, $4, $5, $6) on conflict do nothing";

    /// Retires the active key of an algorithm.
    pub SIGNING_KEY_RETIRE = "update signing_keys set state = 'RETIRED', retired_at_us = $2
        where algorithm = $1 and state = 'ACTIVE'";

    /// Activates the next key of an algorithm.
    pub SIGNING_KEY_ACTIVATE = "update signing_keys set state = 'ACTIVE'
        where algorithm = $1 and state = 'NEXT' and created_at_us <= $2";

    /// Forgets every key of an algorithm.
    pub SIGNING_KEYS_FORGET = "delete from signing_keys where algorithm = $1";

    /// Forgets retired keys whose tokens have all expired.
    pub SIGNING_KEYS_PRUNE = "delete from signing_keys where state = 'RETIRED' and retired_at_us <= $1";
}

/// Writes a new key. False when there is one of its algorithm and state already.
pub fn insert(tx: &mut Tx, key: &SealedKey) -> Result<bool, StoreError> {
    let values = params![
        &key.kid,
        key.algorithm.as_str(),
        key.state.as_str(),
        &key.sealed_private_key,
        &key.public_key,
        key.created_at
    ];
    Ok(tx.execute(&SIGNING_KEY_INSERT, values)? == 1)
}

/// Retires the active key and activates the next one, when it was minted at `published_before` or earlier. False when
/// it is too young, or somebody else was first.
pub fn rotate(
    tx: &mut Tx,
    algorithm: SigningAlgorithm,
    now: Instant,
    published_before: Instant,
) -> Result<bool, StoreError> {
    tx.execute_one(&SIGNING_KEY_RETIRE, params![algorithm.as_str(), now])?;
    Ok(tx.execute(&SIGNING_KEY_ACTIVATE, params![algorithm.as_str(), published_before])? == 1)
}

/// Forgets every key of the algorithm.
pub fn forget(tx: &mut Tx, algorithm: SigningAlgorithm) -> Result<(), StoreError> {
    tx.execute(&SIGNING_KEYS_FORGET, params![algorithm.as_str()]).map(|_| ())
}

/// Forgets retired keys that stopped signing at `retired_until` or before.
pub fn prune(tx: &mut Tx, retired_until: Instant) -> Result<(), StoreError> {
    tx.execute(&SIGNING_KEYS_PRUNE, params![retired_until]).map(|_| ())
}

/// Returns every key, the oldest first.
pub async fn list(store: &Store) -> Result<Vec<SealedKey>, StoreError> {
    store.query(&SIGNING_KEYS, Vec::new()).await?.iter().map(sealed_key).collect()
}

/// Returns when the oldest key that signs was made.
pub async fn oldest_active(store: &Store) -> Result<Option<Instant>, StoreError> {
    let row = store.query_optional(&SIGNING_KEY_OLDEST, params![]).await?;
    row.map_or(Ok(None), |row| row.optional_instant("made_us"))
}

/// Returns the public half of every key that signs, will sign, or stopped signing after `retired_after`.
pub async fn list_public(store: &Store, retired_after: Instant) -> Result<Vec<PublicKey>, StoreError> {
    store.query(&SIGNING_KEYS_PUBLIC, params![retired_after]).await?.iter().map(public_key).collect()
}

fn sealed_key(row: &Row) -> Result<SealedKey, StoreError> {
    Ok(SealedKey {
        kid: row.text("kid")?.to_owned(),
        algorithm: row.parse("algorithm")?,
        state: row.parse::<KeyState>("state")?,
        sealed_private_key: row.bytes("sealed_private_key")?.to_vec(),
        public_key: row.bytes("public_key")?.to_vec(),
        created_at: row.instant("created_at_us")?,
        retired_at: row.optional_instant("retired_at_us")?,
    })
}

fn public_key(row: &Row) -> Result<PublicKey, StoreError> {
    Ok(PublicKey {
        kid: row.text("kid")?.to_owned(),
        algorithm: row.parse("algorithm")?,
        der: row.bytes("public_key")?.to_vec(),
    })
}
