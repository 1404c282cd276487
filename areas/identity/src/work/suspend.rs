//! Stops users and clients, and lets them in again, in the unit of work of the caller.

use clients::UserStatus;
use store::{Result, Tx};

use super::end_access::{Holder, end_access, end_remains};
use super::trail::Occasion;

/// Locks a user or disables a client: no login, no refresh, and no token works any more, also after [`let_in`]. False
/// when there is no such user or client, or it is stopped already.
pub fn stop<'a>(tx: &mut Tx, holder: impl Into<Holder<'a>>, occasion: &Occasion<'_>) -> Result<bool> {
    let (holder, now) = (holder.into(), occasion.now);
    let (changed, action) = match holder {
        Holder::User(user) => (clients::set_user_status(tx, user, UserStatus::Locked, now)?, "user.locked"),
        Holder::Client(client) => (clients::stop_client(tx, client, now)?, "client.disabled"),
    };
    if changed {
        audit::record(tx, occasion.entry(action, holder.object()))?;
        end_access(tx, holder, holder.stopped(), occasion)?;
    }
    Ok(changed)
}

/// Lets a user or client in again: people log in anew. A client that its company had switched off comes back switched
/// off. False when there is no such user or client, or the bank has not stopped it.
pub fn let_in<'a>(tx: &mut Tx, holder: impl Into<Holder<'a>>, occasion: &Occasion<'_>) -> Result<bool> {
    let (holder, now) = (holder.into(), occasion.now);
    let (changed, action) = match holder {
        Holder::User(user) => (clients::set_user_status(tx, user, UserStatus::Active, now)?, "user.unlocked"),
        Holder::Client(client) => (clients::let_client_in(tx, client, now)?, "client.enabled"),
    };
    if changed {
        audit::record(tx, occasion.entry(action, holder.object()))?;
        end_remains(tx, holder, occasion)?;
    }
    Ok(changed)
}
