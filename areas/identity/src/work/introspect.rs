//! Tokens that come back to identity: what is known of them (RFC 7662), and their end on behalf of their client (RFC
//! 7009). A token works while its user may act for its company: the operations of the API ask for that with each
//! request, and so does a refresh.

use std::sync::Arc;

use audit::Actor;
use clients::{ClientStatus, UserStatus};
use edge::AccessToken;
use kernel::SessionId;
use store::{Result, Tx};

use super::end_access::end_session;
use super::trail::Step;
use crate::state::IdentityState;
use crate::store::{people, sessions};
use crate::token::people::{Person, TokenClient};
use crate::token::refresh::{RefreshToken, Verdict};
use crate::token::session::{EndReason, Session};

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

#[derive(Debug)]
pub enum WorkingToken {
    Refresh(Box<Session>),
    Access(Arc<AccessToken>),
}

/// Returns the token of `client` whose text is `token`; `None` when it does not work, or is another client's.
pub async fn introspect(
    state: &IdentityState,
    client: &TokenClient,
    token: &str,
) -> Result<Option<WorkingToken>> {
    match RefreshToken::recognise(token, &state.refresh_keys) {
        Some(token) => refresh_token(state, client, &token).await,
        None => access_token(state, client, token).await,
    }
}

async fn refresh_token(
    state: &IdentityState,
    client: &TokenClient,
    token: &RefreshToken,
) -> Result<Option<WorkingToken>> {
    let Some(id) = token.session() else { return Ok(None) };
    let Some(LiveSession { session, .. }) = find_live_session(state, &id).await? else { return Ok(None) };
    let verdict = session.refresh.judge(token);
    let works = matches!(verdict, Verdict::Rotate | Verdict::Repeat);
    if !works || !is_in_use(state, client, &session).await? {
        return Ok(None);
    }
    Ok(Some(WorkingToken::Refresh(Box::new(session))))
}

async fn access_token(
    state: &IdentityState,
    client: &TokenClient,
    token: &str,
) -> Result<Option<WorkingToken>> {
    let Ok(token) = state.verifier.verify_access(token) else { return Ok(None) };
    let Some(LiveSession { session, .. }) = find_live_session(state, &token.caller.session).await? else {
        return Ok(None);
    };
    Ok(is_in_use(state, client, &session).await?.then_some(WorkingToken::Access(token)))
}

/// Tells that a session is the client's, and that its user may still act for its company.
async fn is_in_use(state: &IdentityState, client: &TokenClient, session: &Session) -> Result<bool> {
    Ok(session.client == client.id
        && people::may_act(&state.store, &session.user, &session.client, &session.company).await?)
}

/// Ends the session of the token. Nothing is done for a token that is unknown, has expired, or is another client's.
pub async fn revoke(state: &IdentityState, client: TokenClient, token: &str) -> Result<()> {
    let session = match RefreshToken::recognise(token, &state.refresh_keys) {
        Some(token) => token.session(),
        None => state.verifier.verify_access(token).ok().map(|token| token.caller.session.clone()),
    };
    let Some(session) = session else { return Ok(()) };
    let known = sessions::find(&state.store, &session).await?;
    if known.is_none_or(|known| known.client != client.id) {
        return Ok(());
    }
    let step = Step::of_request(state);
    let author = step.author.acting(Actor::Client(client.id));
    let work =
        move |tx: &mut Tx| end_session(tx, &session, EndReason::RevokedByClient, &step.occasion(&author));
    state.store.write("revoke a session", work).await.map(|_| ())
}
