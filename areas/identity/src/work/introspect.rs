//! Tells a client what is known of one of its tokens (RFC 7662).

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
    if !works
        || session.client != client.id
        || !people::may_act(&state.store, &session.user, &session.client, &session.company).await?
    {
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
    if token.client != client.id || find_live_session(state, &token.session).await?.is_none() {
        return Ok(None);
    }
    Ok(Some(WorkingToken::Access(token)))
}
