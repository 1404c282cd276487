//! Ends what an import stops: identity's side of [`clients::AccessEndings`].

use audit::Actor;
use clients::{AccessEndings, ClientStatus, UserStatus};
use import::ImportContext;
use kernel::{ClientId, UserId};
use store::{Result, Tx};

use super::end_access::{Holder, end_access, end_remains};
use super::trail::{Author, Occasion};

/// Ends sessions, codes and logins under way.
#[derive(Clone, Copy, Debug)]
pub struct Endings;

impl AccessEndings for Endings {
    fn user_status_changed(&self, tx: &mut Tx, user: &UserId, context: &ImportContext<'_>) -> Result<()> {
        let is_active = clients::find_user(tx, user)?.is_some_and(|user| user.status == UserStatus::Active);
        end(tx, Holder::User(user), is_active, context)
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
