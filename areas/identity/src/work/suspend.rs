//! Suspends users and clients, and lets them in again, in the unit of work of the caller.

use clients::{ClientStatus, UserStatus};
use kernel::{ClientId, Instant, Randomness, UserId};
use store::{StoreError, Tx};

use super::end_access::{Holder, end_access, end_remains};
use super::trail::Author;

/// Locks a user: no login, no refresh, and no token works any more, also after the user is let in again. False when
/// there is no such user or the user is locked already.
pub fn lock_user(
    tx: &mut Tx,
    user: &UserId,
    author: &Author,
    randomness: &dyn Randomness,
    now: Instant,
) -> Result<bool, StoreError> {
    let changed = clients::set_user_status(tx, user, UserStatus::Locked, now)?;
    if changed {
        suspend(tx, Holder::User(user), "user.locked", author, randomness, now)?;
    }
    Ok(changed)
}

/// Lets a user in again: to log in anew. False when there is no such user or the user is in service.
pub fn unlock_user(
    tx: &mut Tx,
    user: &UserId,
    author: &Author,
    randomness: &dyn Randomness,
    now: Instant,
) -> Result<bool, StoreError> {
    let changed = clients::set_user_status(tx, user, UserStatus::Active, now)?;
    if changed {
        readmit(tx, Holder::User(user), "user.unlocked", author, randomness, now)?;
    }
    Ok(changed)
}

/// Disables a client: no login, no refresh, and no token works any more, also after the client is enabled again. False
/// when there is no such client or it is disabled already.
pub fn disable_client(
    tx: &mut Tx,
    client: &ClientId,
    author: &Author,
    randomness: &dyn Randomness,
    now: Instant,
) -> Result<bool, StoreError> {
    let changed = clients::set_client_status(tx, client, ClientStatus::Disabled, now)?;
    if changed {
        suspend(tx, Holder::Client(client), "client.disabled", author, randomness, now)?;
    }
    Ok(changed)
}

/// Enables a client again: its users log in anew. False when there is no such client or it is in service.
pub fn enable_client(
    tx: &mut Tx,
    client: &ClientId,
    author: &Author,
    randomness: &dyn Randomness,
    now: Instant,
) -> Result<bool, StoreError> {
    let changed = clients::set_client_status(tx, client, ClientStatus::Active, now)?;
    if changed {
        readmit(tx, Holder::Client(client), "client.enabled", author, randomness, now)?;
    }
    Ok(changed)
}

fn suspend(
    tx: &mut Tx,
    holder: Holder<'_>,
    action: &'static str,
    author: &Author,
    randomness: &dyn Randomness,
    now: Instant,
) -> Result<(), StoreError> {
    audit::record(tx, author.entry(now, randomness, action, holder.object()))?;
    end_access(tx, holder, holder.stopped(), author, randomness, now).map(|_| ())
}

fn readmit(
    tx: &mut Tx,
    holder: Holder<'_>,
    action: &'static str,
    author: &Author,
    randomness: &dyn Randomness,
    now: Instant,
) -> Result<(), StoreError> {
    audit::record(tx, author.entry(now, randomness, action, holder.object()))?;
    end_remains(tx, holder, author, randomness, now)
}
