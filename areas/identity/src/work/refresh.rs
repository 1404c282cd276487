//! Refreshes tokens (IDN-07).
//!
//! Everything is read before the unit of work and the tokens are signed after it: the unit itself is one
//! compare-and-set and one entry of the trail, because every refresh of every client passes through the one place
//! that writes. Who loses the compare-and-set looks again.

use std::sync::Arc;

use audit::Actor;
use kernel::{Cnum, Instant, SessionId};
use store::{StoreError, Tx};

use super::WorkError;
use super::end_access::end_session;
use super::issue_tokens::{Issue, Tokens, issue};
use super::trail::Author;
use crate::state::IdentityState;
use crate::store::{refreshing, sessions};
use crate::token::people::{Refreshing, TokenClient};
use crate::token::refresh::{RefreshToken, Verdict};
use crate::token::session::{EndReason, narrowed};

/// The most times that one request looks at its session: it looks again when another request was faster.
const LOOKS_MAX: usize = 8;

/// Outcome of an attempt to refresh.
#[derive(Debug)]
pub enum Refreshed {
    /// The new tokens.
    Tokens(Tokens),
    /// The refresh token does not work. The answer is the same for all reasons.
    Unknown,
    /// The scope is not part of what was granted.
    InvalidScope,
    /// Other requests were faster again and again.
    Disturbed,
}

/// Exchanges the refresh token `text` for new tokens, for the scopes of `wanted` or all that were granted.
pub async fn refresh(
    state: &IdentityState,
    client: &TokenClient,
    text: &str,
    wanted: Option<&str>,
) -> Result<Refreshed, WorkError> {
    let Some(token) = RefreshToken::recognise(text, &state.refresh_keys) else {
        return Ok(Refreshed::Unknown);
    };
    let Some(id) = token.session() else { return Ok(Refreshed::Unknown) };
    for _ in 0..LOOKS_MAX {
        let now = state.clock.now();
        let Some(Refreshing { session, person, .. }) = find_open(state, &id, client, now).await? else {
            return Ok(Refreshed::Unknown);
        };
        let successor = token.successor_sent(&state.refresh_keys, &session.refresh.hash);
        let scope = narrowed(&session.scope, wanted);
        let verdict = session.refresh.judge(&token);
        let action = match verdict {
            Verdict::Rotate if scope.is_none() => return Ok(Refreshed::InvalidScope),
            Verdict::Rotate => "token.refreshed",
            // Under another master key the successor would be another one: nothing can be repeated then.
            Verdict::Repeat if successor.hash() == session.refresh.hash => "token.refresh_repeated",
            Verdict::Reuse => {
                end_reused(state, client, &session.id, now).await?;
                return Ok(Refreshed::Unknown);
            }
            Verdict::Repeat | Verdict::Unknown => return Ok(Refreshed::Unknown),
        };
        let Some(scope) = scope else { return Ok(Refreshed::InvalidScope) };
        let change = Change {
            action,
            id: session.id.clone(),
            company: session.company.clone(),
            is_step: verdict == Verdict::Rotate,
            token: token.clone(),
            successor: successor.clone(),
            author: Author::of_request(Actor::Client(client.id.clone())),
            now,
        };
        let randomness = Arc::clone(&state.randomness);
        if !state.store.write_guarded("refresh tokens", move |tx| change.run(tx, &*randomness)).await? {
            continue;
        }
        metrics::counter!("clientbank_token_grants_total", "grant" => "refresh_token").increment(1);
        let issued = issue(
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
        )?;
        return Ok(Refreshed::Tokens(issued));
    }
    Ok(Refreshed::Disturbed)
}

/// Returns the session with its user, when `client` may get tokens. A function of its own, so that the future of a
/// refresh keeps them once.
async fn find_open(
    state: &IdentityState,
    id: &SessionId,
    client: &TokenClient,
    now: Instant,
) -> Result<Option<Refreshing>, StoreError> {
    let found = refreshing::find(&state.store, id).await?;
    Ok(found.filter(|found| found.is_open_to(&client.id, now)))
}

/// Change that one refresh makes; owned, because its unit of work may run several times.
struct Change {
    action: &'static str,
    id: SessionId,
    company: Cnum,
    /// False when an answer is repeated.
    is_step: bool,
    /// The token that gives way, and the one it gives way to.
    token: RefreshToken,
    successor: RefreshToken,
    author: Author,
    now: Instant,
}

impl Change {
    /// Rotates the chain, or sees that it has not moved on, and leaves an entry. False when another request was faster.
    fn run(&self, tx: &mut Tx, randomness: &dyn kernel::Randomness) -> Result<bool, StoreError> {
        let Self { id, token, successor, now, .. } = self;
        let is_done = if self.is_step {
            sessions::rotate(tx, id, token, successor, *now)?
        } else {
            sessions::note_repeat(tx, id, successor, *now)?
        };
        if !is_done {
            return Ok(false);
        }
        let entry = self.author.entry(self.now, randomness, self.action, ("session", self.id.as_str()));
        audit::record(tx, entry.company(self.company.clone()))?;
        Ok(true)
    }
}

/// Ends the session of a token that was used before.
async fn end_reused(
    state: &IdentityState,
    client: &TokenClient,
    session: &SessionId,
    now: Instant,
) -> Result<(), StoreError> {
    let author = Author::of_request(Actor::Client(client.id.clone()));
    let (id, randomness) = (session.clone(), Arc::clone(&state.randomness));
    state
        .store
        .write("end a session after reuse", move |tx: &mut Tx| -> Result<(), StoreError> {
            end_session(tx, &id, EndReason::RefreshReused, &author, &*randomness, now)?;
            let object = ("session", id.as_str());
            audit::record(tx, author.entry(now, &*randomness, "token.reuse_detected", object))
        })
        .await
}
