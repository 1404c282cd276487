//! Whether a token that comes back to identity still stands: here the tables are asked, not the feed.

use clients::{ClientStatus, UserStatus};
use kernel::SessionId;

use super::error::IdentityError;
use crate::session::Session;
use crate::state::IdentityState;
use crate::store::people::{self, Person};
use crate::store::sessions;

/// A session whose tokens work, and whose it is.
#[derive(Debug)]
pub(super) struct Live {
    pub(super) session: Session,
    pub(super) person: Person,
}

/// The session, when it has not ended and its user and client have not been stopped.
pub(super) async fn live(state: &IdentityState, id: &SessionId) -> Result<Option<Live>, IdentityError> {
    let Some(session) = sessions::find(&state.store, id).await? else { return Ok(None) };
    if !session.is_alive(state.clock.now()) {
        return Ok(None);
    }
    let client = people::client(&state.store, &session.client).await?;
    let person = people::person(&state.store, &session.user).await?;
    match (client, person) {
        (Some(client), Some(person))
            if client.status == ClientStatus::Active && person.status == UserStatus::Active =>
        {
            Ok(Some(Live { session, person }))
        }
        _ => Ok(None),
    }
}
