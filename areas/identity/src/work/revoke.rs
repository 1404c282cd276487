//! Revokes a token on behalf of its client (RFC 7009).

use std::sync::Arc;

use audit::Actor;
use store::{Result, Tx};

use super::end_access::end_session;
use super::trail::{Author, Occasion};
use crate::state::IdentityState;
use crate::store::sessions;
use crate::token::people::TokenClient;
use crate::token::refresh::RefreshToken;
use crate::token::session::EndReason;

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
    let author = Author::of_request(Actor::Client(client.id));
    let (randomness, now) = (Arc::clone(&state.randomness), state.clock.now());
    let work = move |tx: &mut Tx| -> Result<bool> {
        let occasion = Occasion { author: &author, randomness: &*randomness, now };
        end_session(tx, &session, EndReason::RevokedByClient, &occasion)
    };
    state.store.write("revoke a session", work).await.map(|_| ())
}
