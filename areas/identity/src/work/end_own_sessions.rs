//! Ends sessions on behalf of their user, from another session.

use audit::Actor;
use kernel::{SessionId, UserId};
use store::{Result, Tx};

use super::end_access::{end_others, end_session};
use super::step::Step;
use crate::state::IdentityState;
use crate::store::{sessions, user_access};
use crate::token::session::EndReason;

/// Ends the session `id` of `user`, if it goes on. False when there is no such session, or it is somebody else's.
pub async fn end_own_session(state: &IdentityState, user: UserId, id: SessionId) -> Result<bool> {
    let step = Step::of_request(state);
    let end = move |tx: &mut Tx| {
        let found = sessions::find_in(tx, &id)?.filter(|session| session.user == user);
        let Some(session) = found else { return Ok(false) };
        if session.is_alive(step.now) {
            let author = step.author.acting(Actor::User(user.clone()));
            end_session(tx, &id, EndReason::ByUser, &step.occasion(&author))?;
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
