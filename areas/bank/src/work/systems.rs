//! Systems as an operator adds and closes them.

use area::Author;
use kernel::{Instant, Randomness};
use serde_json::json;
use store::{Store, StoreError, Tx};

use crate::store::{self as rows, ListedSystem};
use crate::system::{System, SystemKey, SystemName};

/// Kind of the trail's objects.
const OBJECT: &str = "bank_system";

/// Adds a system, or gives one another key or role; the tokens that it had end.
pub fn add(
    tx: &mut Tx,
    (system, key): (&System, &SystemKey),
    author: &Author,
    now: Instant,
    randomness: &dyn Randomness,
) -> Result<(), StoreError> {
    rows::put(tx, system, key, author.actor.id().unwrap_or_default(), now)?;
    let entry = author.entry(now, randomness, "bank_system.added", (OBJECT, system.name.as_str()));
    audit::record(tx, entry.detail(json!({ "role": system.role.as_str() })))
}

/// Closes a system: its tokens end at once. `false` when there is no open one of this name.
pub fn close(
    tx: &mut Tx,
    name: &SystemName,
    author: &Author,
    now: Instant,
    randomness: &dyn Randomness,
) -> Result<bool, StoreError> {
    if !rows::close(tx, name, author.actor.id().unwrap_or_default(), now)? {
        return Ok(false);
    }
    audit::record(tx, author.entry(now, randomness, "bank_system.closed", (OBJECT, name.as_str())))?;
    Ok(true)
}

/// Returns the open system of this name.
pub async fn find(store: &Store, name: &SystemName) -> Result<Option<System>, StoreError> {
    Ok(rows::with_key(store, name).await?.map(|(system, _)| system))
}

/// Lists the systems by name.
pub async fn list(store: &Store) -> Result<Vec<ListedSystem>, StoreError> {
    rows::list(store).await
}
