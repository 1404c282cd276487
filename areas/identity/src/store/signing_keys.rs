//! Signing keys in their table.

use kernel::Instant;
use store::{Row, StoreError, Tx, params};

use crate::signing_key::{KeyState, SealedKey, SigningAlgorithm};

store::queries! {
    /// Every key, the oldest first.
    pub SIGNING_KEYS = "select kid, algorithm, state, sealed_private_key, public_key, created_at_us, retired_at_us
        from signing_keys order by created_at_us, kid";

    /// What is published: every key whose tokens may still be valid.
    pub SIGNING_KEYS_PUBLIC = "select kid, algorithm, public_key from signing_keys
        where retired_at_us is null or retired_at_us > $1 order by created_at_us, kid";

    /// Writes a new key, unless there is one of its algorithm and state.
    pub SIGNING_KEY_INSERT = "insert into signing_keys (kid, algorithm, state, sealed_private_key, public_key,
            created_at_us) values ($1, $2, $3, $4, $5, $6) on conflict do nothing";

    /// The active key of an algorithm becomes a retired one.
    pub SIGNING_KEY_RETIRE = "update signing_keys set state = 'RETIRED', retired_at_us = $2
        where algorithm = $1 and state = 'ACTIVE'";

    /// The next key of an algorithm becomes the active one.
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
        key.algorithm.name(),
        key.state.name(),
        &key.sealed_private_key,
        &key.public_key,
        key.created_at
    ];
    Ok(tx.execute(&SIGNING_KEY_INSERT, values)? == 1)
}

/// The active key becomes a retired one, and the next one, when it was minted at `published_before` or earlier,
/// the active one. False when it is too young, or somebody else was first.
pub fn rotate(
    tx: &mut Tx,
    algorithm: SigningAlgorithm,
    now: Instant,
    published_before: Instant,
) -> Result<bool, StoreError> {
    tx.execute_one(&SIGNING_KEY_RETIRE, params![algorithm.name(), now])?;
    Ok(tx.execute(&SIGNING_KEY_ACTIVATE, params![algorithm.name(), published_before])? == 1)
}

/// Forgets every key of the algorithm.
pub fn forget(tx: &mut Tx, algorithm: SigningAlgorithm) -> Result<(), StoreError> {
    tx.execute(&SIGNING_KEYS_FORGET, params![algorithm.name()]).map(|_| ())
}

/// A key as its row has it.
pub fn sealed_key(row: &Row) -> Result<SealedKey, StoreError> {
    Ok(SealedKey {
        kid: row.text("kid")?.to_owned(),
        algorithm: algorithm(row)?,
        state: row.parse::<KeyState>("state")?,
        sealed_private_key: row.bytes("sealed_private_key")?.to_vec(),
        public_key: row.bytes("public_key")?.to_vec(),
        created_at: row.instant("created_at_us")?,
        retired_at: row.optional_instant("retired_at_us")?,
    })
}

/// A public key as its row has it.
pub fn public_key(row: &Row) -> Result<edge::PublicKey, StoreError> {
    Ok(edge::PublicKey {
        kid: row.text("kid")?.to_owned(),
        algorithm: algorithm(row)?,
        der: row.bytes("public_key")?.to_vec(),
    })
}

fn algorithm(row: &Row) -> Result<SigningAlgorithm, StoreError> {
    match row.text("algorithm")? {
        "ES256" => Ok(SigningAlgorithm::Es256),
        "RS256" => Ok(SigningAlgorithm::Rs256),
        other => Err(row.inconsistency("algorithm", format!("no algorithm is called {other}"))),
    }
}
