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
use crate::token::people::{Refreshing, TokenClient};
use crate::token::refresh::{RefreshToken, Verdict};
use crate::token::session::{EndReason, Session};

/// Returns the session with its user, when it has not ended and its user and client have not been stopped.
pub async fn find_live_session(state: &IdentityState, id: &SessionId) -> Result<Option<Refreshing>> {
    let Some(live) = people::refreshing(&state.store, id).await? else { return Ok(None) };
    if !live.session.is_alive(state.clock.now()) || live.person.status != UserStatus::Active {
        return Ok(None);
    }
    let client = people::client(&state.store, &live.session.client).await?;
    Ok(client.filter(|client| client.status == ClientStatus::Active).map(|_| live))
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
    let Some(session) = find_own_session(state, client, &id).await? else { return Ok(None) };
    let works = matches!(session.refresh.judge(token), Verdict::Rotate | Verdict::Repeat);
    Ok(works.then(|| WorkingToken::Refresh(Box::new(session))))
}

async fn access_token(
    state: &IdentityState,
    client: &TokenClient,
    token: &str,
) -> Result<Option<WorkingToken>> {
    let Ok(token) = state.verifier.verify_access(token) else { return Ok(None) };
    let session = find_own_session(state, client, &token.caller.session).await?;
    Ok(session.map(|_| WorkingToken::Access(token)))
}

/// Returns a session of the client whose tokens work, and whose user may still act for its company.
async fn find_own_session(
    state: &IdentityState,
    client: &TokenClient,
    id: &SessionId,
) -> Result<Option<Session>> {
    let own = find_live_session(state, id).await?;
    let own = own.filter(|live| live.is_open_to(&client.id, state.clock.now()));
    Ok(own.map(|live| live.session))
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
