//! Ends sessions, and all access of a user or client, or sessions on behalf of their user: the one at hand, another
//! one, all others, or the one of an identity token. Other processes learn of it from the list of revocations.

use audit::Actor;
use kernel::{Instant, SessionId, UserId};
use serde_json::json;
use store::{Result, Tx};

use super::trail::{Occasion, Step};
use crate::state::IdentityState;
use crate::store::{authorization_codes, interactions, revocations, sessions, user_access};
use crate::token::grant::ENDED_ONE_BY_ONE_MAX;
use crate::token::session::{EndReason, Holder, Subject};

/// The most sessions that are told of one by one beside their holder: those whose tokens were issued last.
const TOLD_MAX: i64 = 1_000;

/// Ends a session with all its tokens: within two seconds no process accepts them. False when it has ended already.
pub fn end_session(
    tx: &mut Tx,
    session: &SessionId,
    reason: EndReason,
    occasion: &Occasion<'_>,
) -> Result<bool> {
    if !sessions::end(tx, session, reason, occasion.now)? {
        return Ok(false);
    }
    revocations::publish(tx, &[Subject::Session(session.clone())], occasion.now)?;
    let entry = occasion.entry("session.revoked", ("session", session.as_str()));
    audit::record(tx, entry.detail(json!({ "reason": reason.as_str() })))?;
    Ok(true)
}

/// Ends all access of a user or client: every session with every token issued until now, and what would become a
/// session: codes that nobody has exchanged, and logins under way. Returns the number of sessions that ended.
pub fn end_access<'a>(
    tx: &mut Tx,
    holder: impl Into<Holder<'a>>,
    reason: EndReason,
    occasion: &Occasion<'_>,
) -> Result<u64> {
    let holder = holder.into();
    let taken = take_access(tx, holder, reason, occasion.now)?;
    publish(tx, holder, reason, &taken, occasion)?;
    Ok(taken.sessions)
}

/// Ends every session of a user but `kept`, and what would become a session, on behalf of the user. The caller holds
/// the access of the user. Returns the number of sessions that ended.
pub(super) fn end_others(tx: &mut Tx, user: &UserId, kept: &SessionId, step: &Step) -> Result<usize> {
    let (reason, now) = (EndReason::ByUser, step.now);
    interactions::end_of(tx, user.into())?;
    authorization_codes::withdraw_of(tx, user.into())?;
    let latest = sessions::open_of(tx, user.into(), TOLD_MAX)?;
    let mut ended = sessions::end_others(tx, user, kept, reason, now)?;
    if ended.len() > ENDED_ONE_BY_ONE_MAX {
        // One word for all of them reaches the tokens of the kept one too.
        if sessions::end(tx, kept, reason, now)? {
            ended.push(kept.clone());
        }
        tell(tx, Holder::User(user), &latest, now)?;
    } else {
        let subjects: Vec<Subject> = ended.iter().cloned().map(Subject::Session).collect();
        revocations::publish(tx, &subjects, now)?;
    }
    let detail = json!({ "reason": reason.as_str(), "sessions": ended.len(), "kept": kept.as_str() });
    audit::record(tx, step.own_entry(user, "sessions.revoked").detail(detail))?;
    Ok(ended.len())
}

/// Ends what a user or client still has who was stopped by hand in the tables, where nothing else could end it.
pub fn end_remains<'a>(tx: &mut Tx, holder: impl Into<Holder<'a>>, occasion: &Occasion<'_>) -> Result<()> {
    let holder = holder.into();
    let reason = holder.stopped();
    let taken = take_access(tx, holder, reason, occasion.now)?;
    if taken.sessions == 0 {
        return Ok(());
    }
    publish(tx, holder, reason, &taken, occasion)
}

/// Access that has ended.
struct Taken {
    sessions: u64,
    /// Those of the sessions whose tokens were issued last.
    latest: Vec<SessionId>,
}

/// Ends the rows of the access. What somebody begins meanwhile waits for this, or this for it.
fn take_access(tx: &mut Tx, holder: Holder<'_>, reason: EndReason, now: Instant) -> Result<Taken> {
    if let Holder::User(user) = holder {
        user_access::hold(tx, user)?;
    }
    interactions::end_of(tx, holder)?;
    authorization_codes::withdraw_of(tx, holder)?;
    let latest = sessions::open_of(tx, holder, TOLD_MAX)?;
    Ok(Taken { sessions: sessions::end_of(tx, holder, reason, now)?, latest })
}

/// Tells processes that every session of the holder has ended. The word about the holder reaches tokens that were
/// issued until now by this clock; a clock ahead of it, or a request beside this, may have issued later ones, so the
/// latest sessions are told of too.
fn tell(tx: &mut Tx, holder: Holder<'_>, latest: &[SessionId], now: Instant) -> Result<()> {
    let latest = latest.iter().cloned().map(Subject::Session);
    let subjects: Vec<Subject> = std::iter::once(holder.subject()).chain(latest).collect();
    revocations::publish(tx, &subjects, now)
}

/// Tells processes and the trail so.
fn publish(
    tx: &mut Tx,
    holder: Holder<'_>,
    reason: EndReason,
    taken: &Taken,
    occasion: &Occasion<'_>,
) -> Result<()> {
    tell(tx, holder, &taken.latest, occasion.now)?;
    let detail = json!({ "reason": reason.as_str(), "sessions": taken.sessions });
    audit::record(tx, occasion.entry("sessions.revoked", holder.object()).detail(detail))
}

/// Ends the session of the online bank in which the person logs out.
pub async fn log_out(state: &IdentityState, user: UserId, session: SessionId) -> Result<()> {
    let step = Step::of_request(state);
    let end = move |tx: &mut Tx| end_of_user(tx, &user, &session, EndReason::Logout, &step);
    state.store.write("online_bank.log_out", end).await.map(|_| ())
}

pub(super) fn end_of_user(
    tx: &mut Tx,
    user: &UserId,
    id: &SessionId,
    reason: EndReason,
    step: &Step,
) -> Result<bool> {
    let author = step.author.acting(Actor::User(user.clone()));
    end_session(tx, id, reason, &step.occasion(&author))
}

/// Ends the session that an identity token of `user` names. Whoever holds one, also an old one, can send it: nobody has
/// proved who that is.
pub async fn log_out_by_hint(state: &IdentityState, session: SessionId, user: &UserId) -> Result<()> {
    if sessions::find(&state.store, &session).await?.is_none_or(|known| known.ended.is_some()) {
        return Ok(());
    }
    let step = Step::of_request(state);
    let detail = json!({ "by": "ID_TOKEN_HINT", "user": user.as_str() });
    let work = move |tx: &mut Tx| -> Result<bool> {
        let occasion = step.occasion(&step.author);
        let ended = end_session(tx, &session, EndReason::Logout, &occasion)?;
        if ended {
            let entry = occasion.entry("session.logged_out_by_hint", ("session", session.as_str()));
            audit::record(tx, entry.detail(detail.clone()))?;
        }
        Ok(ended)
    };
    state.store.write_guarded("log out", work).await.map(|_| ())
}

/// Ends the session `id` of `user`, if it goes on. False when there is no such session, or it is somebody else's.
pub async fn end_own_session(state: &IdentityState, user: UserId, id: SessionId) -> Result<bool> {
    let step = Step::of_request(state);
    let end = move |tx: &mut Tx| {
        let found = sessions::find_in(tx, &id)?.filter(|session| session.user == user);
        let Some(session) = found else { return Ok(false) };
        if session.is_alive(step.now) {
            end_of_user(tx, &user, &id, EndReason::ByUser, &step)?;
        }
        Ok(true)
    };
    state.store.write("security.end_session", end).await
}

/// Ends every session of `user` but `kept`, with everything that would become one. Returns the number of sessions.
pub async fn end_other_sessions(state: &IdentityState, user: UserId, kept: SessionId) -> Result<usize> {
    let step = Step::of_request(state);
    let end = move |tx: &mut Tx| {
        user_access::hold(tx, &user)?;
        end_others(tx, &user, &kept, &step)
    };
    state.store.write("security.end_other_sessions", end).await
}
