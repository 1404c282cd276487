//! Stops users and clients, and lets them in again, in the unit of work of the caller: a command, or an import, for
//! which this is the side of identity ([`clients::AccessEndings`]).

use audit::Actor;
use clients::{AccessEndings, ClientStatus, Login, UserStatus};
use import::ImportContext;
use kernel::{ClientId, Instant, UserId};
use store::{Result, Tx};

use super::end_access::{end_access, end_remains};
use super::trail::{Author, Occasion};
use crate::login::login_attempt::{CounterKind, LoginSubjects};
use crate::store::login_attempts;
use crate::token::session::Holder;

/// Locks a user or disables a client: no login, no refresh, and no token works any more, also after [`let_in`]. False
/// when there is no such user or client, or it is stopped already.
pub fn stop<'a>(tx: &mut Tx, holder: impl Into<Holder<'a>>, occasion: &Occasion<'_>) -> Result<bool> {
    let (holder, now) = (holder.into(), occasion.now);
    let (changed, action) = match holder {
        Holder::User(user) => (move_user(tx, user, UserStatus::Locked, now)?, "user.locked"),
        Holder::Client(client) => (clients::stop_client(tx, client, now)?, "client.disabled"),
    };
    if changed {
        audit::record(tx, occasion.entry(action, holder.object()))?;
        end_access(tx, holder, holder.stopped(), occasion)?;
    }
    Ok(changed)
}

/// Lets a user or client in again: people log in anew. A client that its company had switched off comes back switched
/// off. False when there is no such user or client, the user is closed, or the bank has not stopped it.
pub fn let_in<'a>(tx: &mut Tx, holder: impl Into<Holder<'a>>, occasion: &Occasion<'_>) -> Result<bool> {
    let (holder, now) = (holder.into(), occasion.now);
    let (changed, action) = match holder {
        Holder::User(user) => (move_user(tx, user, UserStatus::Active, now)?, "user.unlocked"),
        Holder::Client(client) => (clients::let_client_in(tx, client, now)?, "client.enabled"),
    };
    if changed {
        audit::record(tx, occasion.entry(action, holder.object()))?;
        end_remains(tx, holder, occasion)?;
    }
    Ok(changed)
}

/// Gives a user another status, unless it is closed: that is for good.
fn move_user(tx: &mut Tx, user: &UserId, status: UserStatus, now: Instant) -> Result<bool> {
    let is_closed = clients::find_user(tx, user)?.is_none_or(|found| found.status == UserStatus::Closed);
    Ok(!is_closed && clients::set_user_status(tx, user, status, now)?)
}

/// Ends sessions, codes and logins under way, and lets the history of a person's logins follow the login name.
#[derive(Clone, Copy, Debug)]
pub struct Endings;

impl AccessEndings for Endings {
    fn user_status_changed(&self, tx: &mut Tx, user: &UserId, context: &ImportContext<'_>) -> Result<()> {
        let is_active = clients::find_user(tx, user)?.is_some_and(|user| user.status == UserStatus::Active);
        end(tx, Holder::User(user), is_active, context)
    }

    fn login_changed(&self, tx: &mut Tx, before: &Login, after: &Login) -> Result<()> {
        let (before, after) =
            (LoginSubjects::new(before.as_str(), None), LoginSubjects::new(after.as_str(), None));
        login_attempts::move_history(tx, &before, &after)?;
        // Whoever has the name next waits for nobody's guesses.
        login_attempts::forget(tx, CounterKind::Login, &before.login)?;
        login_attempts::forget_addresses(tx, &before)
    }

    fn client_status_changed(
        &self,
        tx: &mut Tx,
        client: &ClientId,
        context: &ImportContext<'_>,
    ) -> Result<()> {
        let found = clients::find_client(tx, client)?;
        let is_active = found.is_some_and(|client| client.status == ClientStatus::Active);
        end(tx, Holder::Client(client), is_active, context)
    }
}

/// Ends the access of a holder who was stopped, or what is left of it when the holder is in service again.
fn end(tx: &mut Tx, holder: Holder<'_>, is_active: bool, context: &ImportContext<'_>) -> Result<()> {
    let author = Author::outside_of_requests(Actor::Operator(context.operator.to_owned()));
    let (randomness, now) = (context.randomness, context.applied_at);
    let occasion = Occasion { author: &author, randomness, now };
    if is_active {
        return end_remains(tx, holder, &occasion);
    }
    end_access(tx, holder, holder.stopped(), &occasion).map(|_| ())
}
