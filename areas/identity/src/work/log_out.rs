//! Logs a person out: of the online bank, or of a client's software by an identity token.

use audit::Actor;
use kernel::{SessionId, UserId};
use serde_json::json;
use store::{Result, Tx};

use super::end_access::end_session;
use super::step::Step;
use crate::state::IdentityState;
use crate::store::sessions;
use crate::token::session::EndReason;

/// Ends the session of the online bank in which the person logs out.
pub async fn log_out(state: &IdentityState, user: UserId, session: SessionId) -> Result<()> {
    let step = Step::of_request(state);
    let end = move |tx: &mut Tx| end_own_session(tx, &user, &session, &step);
    state.store.write("online_bank.log_out", end).await.map(|_| ())
}

/// Ends a session of the online bank on behalf of its user.
pub(super) fn end_own_session(tx: &mut Tx, user: &UserId, id: &SessionId, step: &Step) -> Result<bool> {
    let author = step.author.acting(Actor::User(user.clone()));
    end_session(tx, id, EndReason::Logout, &step.occasion(&author))
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
