//! What an import ends when it stops a user or a client: identity's side of [`clients::AccessEndings`].

use audit::Actor;
use clients::{AccessEndings, ClientStatus, UserStatus};
use import::ImportContext;
use kernel::{ClientId, UserId};
use store::{StoreError, Tx};

use super::revocations;
use super::trail::Author;
use crate::session::EndReason;

/// Ends sessions, codes and logins under way.
#[derive(Clone, Copy, Debug)]
pub struct Endings;

fn author(context: &ImportContext<'_>) -> Author {
    Author::outside_of_requests(Actor::Operator(context.operator.to_owned()))
}

impl AccessEndings for Endings {
    fn user_status_changed(
        &self,
        tx: &mut Tx,
        user: &UserId,
        context: &ImportContext<'_>,
    ) -> Result<(), StoreError> {
        let (author, randomness, now) = (author(context), context.randomness, context.now);
        let is_active = clients::find_user(tx, user)?.is_some_and(|user| user.status == UserStatus::Active);
        if is_active {
            return revocations::end_remains_of_user(tx, user, &author, randomness, now);
        }
        revocations::end_access_of_user(tx, user, EndReason::UserLocked, &author, randomness, now).map(|_| ())
    }

    fn client_status_changed(
        &self,
        tx: &mut Tx,
        client: &ClientId,
        context: &ImportContext<'_>,
    ) -> Result<(), StoreError> {
        let (author, randomness, now) = (author(context), context.randomness, context.now);
        let found = clients::find_client(tx, client)?;
        if found.is_some_and(|client| client.status == ClientStatus::Active) {
            return revocations::end_remains_of_client(tx, client, &author, randomness, now);
        }
        let reason = EndReason::ClientDisabled;
        revocations::end_access_of_client(tx, client, reason, &author, randomness, now).map(|_| ())
    }
}
