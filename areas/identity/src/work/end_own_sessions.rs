//! Ends sessions on behalf of their user: the one at hand, another one, all others, or the one of an identity token.

use audit::Actor;
use kernel::{SessionId, UserId};
use serde_json::json;
use store::{Result, Tx};

use super::end_access::{end_others, end_session};
use super::trail::Step;
use crate::state::IdentityState;
use crate::store::{sessions, user_access};
use crate::token::session::EndReason;

/// Ends the session of the online bank in which the person logs out.
pub async fn log_out(state: &IdentityState, user: UserId, session: SessionId) -> Result<()> {
    let step = Step::of_request(state);
    let end = move |tx: &mut Tx| end_of_user(tx, &user, &session, EndReason::Logout, &step);
    state.store.write("online_bank.log_out", end).await.map(|_| ())
}

/// Ends a session on behalf of its user.
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
