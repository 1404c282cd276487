//! Finds the session of a token that comes back to identity: here the tables are asked, not the feed.

use clients::{ClientStatus, UserStatus};
use kernel::SessionId;
use store::Result;

use crate::state::IdentityState;
use crate::store::{people, sessions};
use crate::token::people::Person;
use crate::token::session::Session;

/// A session whose tokens work, and its user.
#[derive(Debug)]
pub struct LiveSession {
    pub session: Session,
    pub person: Person,
}

/// Returns the session, when it has not ended and its user and client have not been stopped.
pub async fn find_live_session(state: &IdentityState, id: &SessionId) -> Result<Option<LiveSession>> {
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
            Ok(Some(LiveSession { session, person }))
        }
        _ => Ok(None),
    }
}
