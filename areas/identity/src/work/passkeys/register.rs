//! Registers the passkey that a device has made for a person.

use kernel::{SessionId, UserId};
use serde_json::json;
use store::{Result, Tx};
use webauthn::{Registered, WebauthnError};

use crate::login::login_attempt::LoginSubjects;
use crate::login::login_history::LoginOutcome;
use crate::person::passkey::{ChallengeUse, PASSKEYS_MAX, Passkey, PasskeyName};
use crate::person::passkey_answer::NewPasskey;
use crate::state::IdentityState;
use crate::store::{passkey_challenges, passkeys};
use crate::token::online_bank::ONLINE_BANK_CLIENT;
use crate::work::WorkError;
use crate::work::count_attempt::note_login;
use crate::work::finish_login::{hold_active_user, is_session_open};
use crate::work::step::Step;

/// Outcome of a registration. Of a passkey that was not added, the person begins anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasskeyAdded {
    Added,
    /// Nothing is offered in this session any more.
    Gone,
    /// The answer of the device is refused.
    Refused(WebauthnError),
    /// Somebody has registered it already.
    Known,
    /// The user has as many as one may have.
    TooMany,
}

/// Registers the passkey of `answer` for the user, under a name. The challenge of the session is taken first.
pub async fn register_passkey(
    state: &IdentityState,
    user: UserId,
    session: SessionId,
    name: PasskeyName,
    answer: &str,
) -> Result<PasskeyAdded, WorkError> {
    let step = Step::of_request(state);
    let (usage, now) = (ChallengeUse::Registration(session.clone()), step.now);
    let take = move |tx: &mut Tx| passkey_challenges::take_offer(tx, &usage, now);
    let taken = state.store.write("security.take_passkey_challenge", take).await?;
    let (Some((challenge, user_handle)), Some(bank)) = (taken, &state.relying_party) else {
        return Ok(PasskeyAdded::Gone);
    };
    let Some(answer) = NewPasskey::read(answer) else {
        return Ok(PasskeyAdded::Refused(WebauthnError::Length));
    };
    let registered = match bank.verify_registration(&challenge, &answer.registration()) {
        Ok(registered) => registered,
        Err(error) => return Ok(PasskeyAdded::Refused(error)),
    };
    let passkey = passkey(user_handle, user, &name, registered, &step);
    let write = move |tx: &mut Tx| write(tx, &passkey, &session, &step);
    Ok(state.store.write_guarded("security.register_passkey", write).await?)
}

fn passkey(
    user_handle: Vec<u8>,
    user: UserId,
    name: &PasskeyName,
    registered: Registered,
    step: &Step,
) -> Passkey {
    Passkey {
        id: step.randomness.uuid(step.now),
        user,
        name: name.as_str().to_owned(),
        credential_id: registered.id,
        user_handle,
        public_key: registered.public_key,
        sign_count: registered.sign_count,
        is_backup_eligible: registered.is_backup_eligible,
        is_backed_up: registered.is_backed_up,
        created_at: step.now,
        used_at: None,
    }
}

fn write(tx: &mut Tx, passkey: &Passkey, session: &SessionId, step: &Step) -> Result<PasskeyAdded> {
    // The access of the user is held: two registrations at once do not exceed the limit together.
    let Some(user) = hold_active_user(tx, &passkey.user)? else { return Ok(PasskeyAdded::Gone) };
    if !is_session_open(tx, session, &user.id, step.now)? {
        return Ok(PasskeyAdded::Gone);
    }
    if passkeys::count(tx, &passkey.user)? >= PASSKEYS_MAX {
        return Ok(PasskeyAdded::TooMany);
    }
    if !passkeys::insert(tx, passkey)? {
        return Ok(PasskeyAdded::Known);
    }
    let entry = step.own_entry(&user.id, "user.passkey_added");
    let detail = json!({ "passkey": passkey.id, "algorithm": passkey.public_key.algorithm(),
        "backup_eligible": passkey.is_backup_eligible });
    audit::record(tx, entry.detail(detail))?;
    let login = LoginSubjects::new(user.login.as_str(), None).login;
    note_login(tx, &login, LoginOutcome::PasskeyAdded, ONLINE_BANK_CLIENT, step)?;
    Ok(PasskeyAdded::Added)
}
