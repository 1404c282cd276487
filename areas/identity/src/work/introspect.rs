//! Tells a client what is known of one of its tokens (RFC 7662). A token works while its user may act for its company:
//! the operations of the API ask for that with each request, and so does a refresh.

use std::sync::Arc;

use edge::AccessToken;
use store::Result;

use super::find_live_session::{LiveSession, find_live_session};
use crate::state::IdentityState;
use crate::store::people;
use crate::token::people::TokenClient;
use crate::token::refresh::{RefreshToken, Verdict};
use crate::token::session::Session;

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
