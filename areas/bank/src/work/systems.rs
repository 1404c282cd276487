//! Systems as an operator adds and closes them.

use area::Author;
use kernel::{Instant, Randomness};
use serde_json::json;
use store::{Result, Store, Tx};

use super::push::{self, NewPush};
use crate::store::{self as rows, ListedSystem};
use crate::system::{System, SystemName};

/// Kind of the trail's objects.
const OBJECT: &str = "bank_system";

/// Adds a system, or gives one another key, role or address for its orders; the tokens that it had end. Tells whether
/// orders were sent to it before, and are not any more.
pub fn add(
    tx: &mut Tx,
    (system, push): (&System, Option<&NewPush>),
    author: &Author,
    now: Instant,
    randomness: &dyn Randomness,
) -> Result<bool> {
    rows::put(tx, system, author.actor.id().unwrap_or_default(), now)?;
    let is_lost = push::set(tx, &system.name, push, now)?;
    let entry = author.entry(now, randomness, "bank_system.added", (OBJECT, system.name.as_str()));
    let detail = json!({ "role": system.role.as_str(), "push": push.map(NewPush::shown) });
    audit::record(tx, entry.detail(detail))?;
    Ok(is_lost)
}

/// Closes a system: its tokens end at once. `false` when there is no open one of this name.
pub fn close(
    tx: &mut Tx,
    name: &SystemName,
    author: &Author,
    now: Instant,
    randomness: &dyn Randomness,
) -> Result<bool> {
    if !rows::close(tx, name, author.actor.id().unwrap_or_default(), now)? {
        return Ok(false);
    }
    push::set(tx, name, None, now)?;
    audit::record(tx, author.entry(now, randomness, "bank_system.closed", (OBJECT, name.as_str())))?;
    Ok(true)
}

/// Returns the open system of this name.
pub async fn find(store: &Store, name: &SystemName) -> Result<Option<System>> {
    rows::find(store, name).await
}

pub async fn list(store: &Store) -> Result<Vec<ListedSystem>> {
    rows::list(store).await
}
