//! The refresh grant (IDN-07).
//!
//! Everything is read before the unit of work and the tokens are signed after it: the unit itself is one
//! compare-and-set and one entry of the trail, because every refresh of every client passes through the one place
//! that writes. Who loses the compare-and-set looks again.

use std::sync::Arc;

use audit::Actor;
use clients::UserStatus;
use edge::Fault;
use kernel::{Cnum, Instant, SessionId};
use store::{StoreError, Tx};

use super::super::error::IdentityError;
use super::super::form::Form;
use super::TokenResponse;
use super::issue::{Issue, issue};
use crate::refresh::{RefreshToken, Verdict};
use crate::session::{EndReason, Session, narrowed};
use crate::state::IdentityState;
use crate::store::people::{Person, TokenClient};
use crate::store::trail::Author;
use crate::store::{refreshing, revocations, sessions};

/// The most times that one request looks at its session: it looks again when another request was faster.
const LOOKS_MAX: usize = 8;
const UNKNOWN: &str = "the refresh token is unknown, expired, revoked or was used before";

/// Exchanges a refresh token for new tokens.
pub(super) async fn refresh(
    state: &IdentityState,
    client: &TokenClient,
    form: &Form,
) -> Result<TokenResponse, IdentityError> {
    let text = form.required("refresh_token")?;
    let wanted = form.optional("scope")?;
    let token = RefreshToken::recognise(&text, &state.refresh_keys);
    let token = token.ok_or(IdentityError::InvalidGrant(UNKNOWN))?;
    let successor = token.successor(&state.refresh_keys);
    for _ in 0..LOOKS_MAX {
        let now = state.clock.now();
        let (session, person) = session_of(state, client, &token, now).await?;
        let scope = narrowed(&session.scope, wanted.as_deref());
        let verdict = session.refresh.judge(&token, state.settings.refresh_retry_s, now);
        let action = match verdict {
            Verdict::Rotate if scope.is_none() => return Err(IdentityError::InvalidScope),
            Verdict::Rotate => "token.refreshed",
            // Under another master key the successor would be another one: nothing can be repeated then.
            Verdict::Repeat if successor.hash() == session.refresh.hash => "token.refresh_repeated",
            Verdict::Reuse => return Err(reused(state, client, &session, now).await),
            Verdict::Repeat | Verdict::Unknown => return Err(IdentityError::InvalidGrant(UNKNOWN)),
        };
        let scope = scope.ok_or(IdentityError::InvalidScope)?;
        let change = Change {
            action,
            id: session.id.clone(),
            company: session.company.clone(),
            step: (verdict == Verdict::Rotate).then(|| (token.clone(), successor.clone())),
            author: Author::of_request(Actor::Client(client.id.clone())),
            now,
        };
        let randomness = Arc::clone(&state.randomness);
        if !state.store.write_guarded("refresh tokens", move |tx| change.run(tx, &*randomness)).await? {
            continue;
        }
        metrics::counter!("clientbank_token_grants_total", "grant" => "refresh_token").increment(1);
        return issue(
            state,
            Issue {
                session: &session,
                person: &person,
                id_token_algorithm: client.id_token_algorithm,
                scope: &scope,
                nonce: None,
                refresh_token: &successor,
                now,
            },
        );
    }
    Err(Fault::Unavailable.into())
}

/// The session of the token, and its user, when tokens may be issued.
async fn session_of(
    state: &IdentityState,
    client: &TokenClient,
    token: &RefreshToken,
    now: Instant,
) -> Result<(Session, Person), IdentityError> {
    let unknown = || IdentityError::InvalidGrant(UNKNOWN);
    let id = token.session().ok_or_else(unknown)?;
    let found = refreshing::find(&state.store, &id).await?.ok_or_else(unknown)?;
    let is_own = found.session.client == client.id && found.session.is_alive(now);
    if !is_own || found.person.status != UserStatus::Active || !found.may_act {
        return Err(unknown());
    }
    Ok((found.session, found.person))
}

/// What one refresh changes; owned, because its unit of work may run several times.
struct Change {
    action: &'static str,
    id: SessionId,
    company: Cnum,
    /// The token that gives way and the one it gives way to; nothing when an answer is repeated.
    step: Option<(RefreshToken, RefreshToken)>,
    author: Author,
    now: Instant,
}

impl Change {
    /// False when another request was faster.
    fn run(&self, tx: &mut Tx, randomness: &dyn kernel::Randomness) -> Result<bool, StoreError> {
        if let Some((token, successor)) = &self.step
            && !sessions::rotate(tx, &self.id, token, successor, self.now)?
        {
            return Ok(false);
        }
        let entry = self.author.entry(self.now, randomness, self.action, ("session", self.id.as_str()));
        audit::record(tx, entry.company(self.company.clone()))?;
        Ok(true)
    }
}

/// Ends the session of a token that was used before, and tells what to answer.
async fn reused(
    state: &IdentityState,
    client: &TokenClient,
    session: &Session,
    now: Instant,
) -> IdentityError {
    let author = Author::of_request(Actor::Client(client.id.clone()));
    let (id, randomness) = (session.id.clone(), Arc::clone(&state.randomness));
    let ended = state
        .store
        .write("end a session after reuse", move |tx: &mut Tx| -> Result<(), StoreError> {
            let reason = EndReason::RefreshReused;
            revocations::end_session(tx, &id, reason, &author, &*randomness, now)?;
            let object = ("session", id.as_str());
            audit::record(tx, author.entry(now, &*randomness, "token.reuse_detected", object))
        })
        .await;
    match ended {
        Ok(()) => IdentityError::InvalidGrant(UNKNOWN),
        Err(error) => error.into(),
    }
}
