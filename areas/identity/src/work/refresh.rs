//! Refreshes tokens (IDN-07).
//!
//! Everything is read before the unit of work and the tokens are signed after it: the unit itself is one
//! compare-and-set, because every refresh of every client passes through the one place that writes. Who loses it looks
//! again. The trail has the first refresh of a session on a day as an entry, and the others as a number.

use std::sync::Arc;

use audit::Actor;
use kernel::{Cnum, Instant, SessionId};
use serde_json::json;
use store::{Result, Tx};

use super::WorkError;
use super::end_access::end_session;
use super::issue_tokens::{Issue, Tokens, issue};
use super::trail::{Author, Occasion};
use crate::state::IdentityState;
use crate::store::sessions::CountedSession;
use crate::store::{people, sessions};
use crate::token::people::{Refreshing, TokenClient};
use crate::token::refresh::{CountedDay, RefreshToken, Verdict};
use crate::token::session::{EndReason, narrowed};

/// The most times that one request looks at its session: it looks again when another request was faster.
const LOOKS_MAX: usize = 8;

#[derive(Debug)]
pub enum Refreshed {
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
        let Some(Refreshing { session, counted, person, .. }) = find_open(state, &id, client, now).await?
        else {
            return Ok(Refreshed::Unknown);
        };
        let successor = token.successor_sent(&state.refresh_keys, &session.refresh.hash);
        let scope = narrowed(&session.scope, wanted);
        let verdict = session.refresh.judge(&token);
        let step = match verdict {
            Verdict::Rotate if scope.is_none() => return Ok(Refreshed::InvalidScope),
            Verdict::Rotate => Some((counted, CountedDay::counting(counted, now))),
            // Under another master key the successor would be another one: nothing can be repeated then.
            Verdict::Repeat if successor.hash() == session.refresh.hash => None,
            Verdict::Reuse => {
                end_reused(state, client, &session.id, now).await?;
                return Ok(Refreshed::Unknown);
            }
            Verdict::Repeat | Verdict::Unknown => return Ok(Refreshed::Unknown),
        };
        let Some(scope) = scope else { return Ok(Refreshed::InvalidScope) };
        let change = Change {
            id: session.id.clone(),
            company: session.company.clone(),
            step,
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
) -> Result<Option<Refreshing>> {
    let found = people::refreshing(&state.store, id).await?;
    Ok(found.filter(|found| found.is_open_to(&client.id, now)))
}

/// Change that one refresh makes; owned, because its unit of work may run several times.
struct Change {
    id: SessionId,
    company: Cnum,
    /// The refreshes that were counted before, and those of the day now; nothing when an answer is repeated.
    step: Option<(Option<CountedDay>, CountedDay)>,
    /// The token that gives way, and the one it gives way to.
    token: RefreshToken,
    successor: RefreshToken,
    author: Author,
    now: Instant,
}

impl Change {
    /// Rotates the chain, or sees that it has not moved on, and leaves an entry of what is no mere number. False when
    /// another request was faster.
    fn run(&self, tx: &mut Tx, randomness: &dyn kernel::Randomness) -> Result<bool> {
        let Self { id, token, successor, author, now, .. } = self;
        let occasion = Occasion { author, randomness, now: *now };
        let action = if let Some((before, day)) = self.step {
            if !sessions::rotate(tx, id, (token, successor), (before, day))? {
                return Ok(false);
            }
            if day.refreshes > 1 {
                return Ok(true);
            }
            if let Some(day) = before {
                tell(tx, (id, &self.company), day, &occasion)?;
            }
            "token.refreshed"
        } else {
            if !sessions::note_repeat(tx, id, successor, *now)? {
                return Ok(false);
            }
            "token.refresh_repeated"
        };
        let entry = occasion.entry(action, ("session", id.as_str()));
        audit::record(tx, entry.company(self.company.clone()))?;
        Ok(true)
    }
}

/// Tells the trail how often a session was refreshed on a day. Of a single refresh it has an entry.
fn tell(
    tx: &mut Tx,
    (id, company): (&SessionId, &Cnum),
    day: CountedDay,
    occasion: &Occasion<'_>,
) -> Result<()> {
    if day.refreshes <= 1 {
        return Ok(());
    }
    let author = Author::outside_of_requests(occasion.author.actor.clone());
    let occasion = Occasion { author: &author, ..*occasion };
    let entry = occasion.entry("token.refreshes_counted", ("session", id.as_str()));
    let CountedDay { first, last, refreshes } = day;
    let detail = json!({ "refreshes": refreshes, "first": first.to_string(), "last": last.to_string() });
    audit::record(tx, entry.company(company.clone()).detail(detail))
}

/// Tells the trail of refreshes on days that have ended, of so many sessions at most. Returns how many there were.
pub(super) fn tell_ended_days(
    tx: &mut Tx,
    most: i64,
    randomness: &dyn kernel::Randomness,
    now: Instant,
) -> Result<usize> {
    let sessions = sessions::take_counted(tx, CountedDay::began(now), most)?;
    for CountedSession { id, client, company, day } in &sessions {
        let author = Author::outside_of_requests(Actor::Client(client.clone()));
        tell(tx, (id, company), *day, &Occasion { author: &author, randomness, now })?;
    }
    Ok(sessions.len())
}

/// Ends the session of a token that was used before.
async fn end_reused(
    state: &IdentityState,
    client: &TokenClient,
    session: &SessionId,
    now: Instant,
) -> Result<()> {
    let author = Author::of_request(Actor::Client(client.id.clone()));
    let (id, randomness) = (session.clone(), Arc::clone(&state.randomness));
    let end = move |tx: &mut Tx| -> Result<()> {
        let occasion = Occasion { author: &author, randomness: &*randomness, now };
        end_session(tx, &id, EndReason::RefreshReused, &occasion)?;
        audit::record(tx, occasion.entry("token.reuse_detected", ("session", id.as_str())))
    };
    state.store.write("end a session after reuse", end).await
}
