//! Lets a person register a passkey, with the second factor, the password or another passkey as the proof, rename one,
//! or remove it with the same proof. A new one counts when the device has answered.

use ::pages::Proof;
use kernel::{SessionId, UserId};
use serde_json::json;
use store::{Result, StoreError, Tx};
use uuid::Uuid;
use webauthn::{Challenge, WebauthnError};

use crate::login::login_attempt::LoginSubjects;
use crate::login::login_history::LoginOutcome;
use crate::person::passkey::{CHALLENGE_S, ChallengeUse, PASSKEYS_MAX, Passkey, PasskeyName};
use crate::person::passkey_answer::NewPasskey;
use crate::sealing::{Purpose, SealingError};
use crate::state::IdentityState;
use crate::store::passkeys;
use crate::token::online_bank::ONLINE_BANK_CLIENT;
use crate::work::WorkError;
use crate::work::count_attempt::note_login;
use crate::work::end_access::end_others;
use crate::work::finish_login::{hold_active_user, is_session_open};
use crate::work::prove::{ProofKind, Unproven, find_prover};
use crate::work::trail::Step;

/// Outcome of a wish to register a passkey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasskeyOffer {
    Offered,
    TooMany,
    /// The bank is at an address at which browsers have no passkeys.
    NoPasskeys,
}

/// Keeps a challenge for the session of `proof`.
pub async fn offer_passkey(state: &IdentityState, proof: Proof<'_>) -> Result<PasskeyOffer, Unproven> {
    if state.relying_party.is_none() {
        return Ok(PasskeyOffer::NoPasskeys);
    }
    // Before the one-time code is spent.
    let user = proof.user.clone();
    let count = state.store.read("security.passkeys", move |tx: &mut Tx| passkeys::count(tx, &user)).await?;
    if count >= PASSKEYS_MAX {
        return Ok(PasskeyOffer::TooMany);
    }
    let handle = user_handle(state, proof.user)?;
    let prover = find_prover(state, proof.user).await?.ok_or(Unproven::Gone)?;
    let right = prover.prove(state, proof, ProofKind::Strongest).await?;
    let usage = ChallengeUse::Registration(right.session.clone());
    let challenge = Challenge::mint(state.randomness.as_ref());
    let offer = move |tx: &mut Tx, step: &Step| {
        let expires_at = step.now.plus_seconds(CHALLENGE_S);
        passkeys::keep_challenge(tx, &usage, (&challenge, Some(&handle)), expires_at)
    };
    right.take(state, "security.offer_passkey", offer).await?;
    Ok(PasskeyOffer::Offered)
}

/// A registration that waits for the device.
#[derive(Clone, Debug)]
pub struct OfferedPasskey {
    pub challenge: Challenge,
    /// The bank as passkeys know it.
    pub relying_party: String,
    pub user_handle: Vec<u8>,
    pub login: String,
    pub full_name: String,
    /// Identifiers of the passkeys that the user has: no device registers twice.
    pub known: Vec<Vec<u8>>,
}

/// Returns what waits in the session; `None` when nothing does, or too long.
pub async fn find_offered_passkey(
    state: &IdentityState,
    user: &UserId,
    session: &SessionId,
) -> Result<Option<OfferedPasskey>, WorkError> {
    let Some(bank) = &state.relying_party else { return Ok(None) };
    let (id, now, usage) = (user.clone(), state.clock.now(), ChallengeUse::Registration(session.clone()));
    let read = move |tx: &mut Tx| {
        let offered = passkeys::find_offer(tx, &usage, now)?;
        let found = offered.zip(clients::find_user(tx, &id)?);
        Ok::<_, StoreError>((found, passkeys::list_in(tx, &id)?))
    };
    let (Some(((challenge, user_handle), found)), known) =
        state.store.read("security.passkey_offer", read).await?
    else {
        return Ok(None);
    };
    Ok(Some(OfferedPasskey {
        challenge,
        relying_party: bank.id().to_owned(),
        user_handle,
        login: found.login.to_string(),
        full_name: found.full_name,
        known: known.into_iter().map(|passkey| passkey.credential_id).collect(),
    }))
}

/// Computes the handle of a user: a device keeps it, and it says nothing about the person (section 14.6.1). It changes
/// with the master key, so what the device was told is kept.
fn user_handle(state: &IdentityState, user: &UserId) -> Result<Vec<u8>, SealingError> {
    let key = state.settings.master_key.authentication_key(Purpose::PasskeyUsers)?;
    Ok(aws_lc_rs::hmac::sign(&key, user.as_str().as_bytes()).as_ref().to_vec())
}

/// Outcome of a registration. Of a passkey that was not added, the person begins anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasskeyAdded {
    Added,
    /// Nothing is offered in this session any more.
    Gone,
    Refused(WebauthnError),
    /// Somebody has registered it already.
    Known,
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
    let take = move |tx: &mut Tx| passkeys::take_offer(tx, &usage, now);
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
    let passkey = Passkey {
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
    };
    let write = move |tx: &mut Tx| write(tx, &passkey, &session, &step);
    Ok(state.store.write_guarded("security.register_passkey", write).await?)
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

/// Renames a passkey of `user`. False when the user has no such passkey. A name opens nothing, so that no proof is
/// asked for and no session ends.
pub async fn rename_passkey(
    state: &IdentityState,
    user: UserId,
    passkey: Uuid,
    name: PasskeyName,
) -> Result<bool> {
    let step = Step::of_request(state);
    let rename = move |tx: &mut Tx| -> Result<bool> {
        if hold_active_user(tx, &user)?.is_none() || !passkeys::rename(tx, &user, passkey, &name)? {
            return Ok(false);
        }
        let entry = step.own_entry(&user, "user.passkey_renamed");
        audit::record(tx, entry.detail(json!({ "passkey": passkey })))?;
        Ok(true)
    };
    state.store.write_guarded("security.rename_passkey", rename).await
}

/// Removes a passkey of `proof.user`. All other sessions of the user end in the same unit of work, with everything that
/// would become one: whoever has the device may be in one of them. False when the user has no such passkey.
pub async fn remove_passkey(
    state: &IdentityState,
    proof: Proof<'_>,
    passkey: Uuid,
) -> Result<bool, Unproven> {
    // Before the one-time code is spent.
    let known = passkeys::list(&state.store, proof.user).await?;
    if !known.iter().any(|known| known.id == passkey) {
        return Ok(false);
    }
    let prover = find_prover(state, proof.user).await?.ok_or(Unproven::Gone)?;
    let right = prover.prove(state, proof, ProofKind::Strongest).await?;
    let (user, session) = (right.user.id.clone(), right.session.clone());
    let remove = move |tx: &mut Tx, step: &Step| {
        let Some(person) = hold_active_user(tx, &user)? else { return Ok(false) };
        if !passkeys::remove(tx, &user, passkey)? {
            return Ok(false);
        }
        let ended = end_others(tx, &user, &session, step)?;
        let entry = step.own_entry(&user, "user.passkey_removed");
        audit::record(tx, entry.detail(json!({ "passkey": passkey, "sessions_ended": ended })))?;
        let login = LoginSubjects::new(person.login.as_str(), None).login;
        note_login(tx, &login, LoginOutcome::PasskeyRemoved, ONLINE_BANK_CLIENT, step)?;
        Ok(true)
    };
    right.take(state, "security.remove_passkey", remove).await
}
