//! Removes a passkey of the person who asks.

use audit::Actor;
use kernel::{SessionId, UserId};
use serde_json::json;
use store::{StoreError, Tx};
use uuid::Uuid;

use crate::login_attempt::LoginSubjects;
use crate::login_history::LoginOutcome;
use crate::online_bank::ONLINE_BANK_CLIENT;
use crate::state::IdentityState;
use crate::store::passkeys;
use crate::work::count_attempt::note_login;
use crate::work::end_access::end_others;
use crate::work::finish_login::hold_active_user;
use crate::work::step::Step;

/// Removes a passkey of `user`. All other sessions of the user end in the same unit of work, with everything that would
/// become one: whoever has the device may be in one of them. False when the user has no such passkey.
///
/// # Errors
/// The database's.
pub async fn remove_passkey(
    state: &IdentityState,
    user: UserId,
    session: SessionId,
    passkey: Uuid,
) -> Result<bool, StoreError> {
    let step = Step::of_request(state);
    let remove = move |tx: &mut Tx| -> Result<bool, StoreError> {
        let Some(person) = hold_active_user(tx, &user)? else { return Ok(false) };
        if !passkeys::remove(tx, &user, passkey)? {
            return Ok(false);
        }
        let ended = end_others(tx, &user, &session, &step)?;
        let author = step.author.acting(Actor::User(user.clone()));
        let object = ("user", user.as_str());
        let entry = author.entry(step.now, &*step.randomness, "user.passkey_removed", object);
        audit::record(tx, entry.detail(json!({ "passkey": passkey, "sessions_ended": ended })))?;
        let login = LoginSubjects::new(person.login.as_str(), None).login;
        note_login(tx, &login, LoginOutcome::PasskeyRemoved, ONLINE_BANK_CLIENT, &step)?;
        Ok(true)
    };
    state.store.write_guarded("security.remove_passkey", remove).await
}
