//! Renames a passkey of the person who asks, or removes it, which has to be proved like everything else that changes
//! the ways in.

use ::pages::Proof;
use kernel::UserId;
use serde_json::json;
use store::{Result, Tx};
use uuid::Uuid;

use crate::login::login_attempt::LoginSubjects;
use crate::login::login_history::LoginOutcome;
use crate::person::passkey::PasskeyName;
use crate::state::IdentityState;
use crate::store::passkeys;
use crate::token::online_bank::ONLINE_BANK_CLIENT;
use crate::work::count_attempt::note_login;
use crate::work::end_access::end_others;
use crate::work::finish_login::hold_active_user;
use crate::work::prove::{ProofKind, Unproven, find_prover};
use crate::work::trail::Step;

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

/// Reason for which a passkey stays.
#[derive(Debug)]
pub enum NotRemoved {
    /// The user has no such passkey.
    Absent,
    Unproven(Unproven),
}

impl<E: Into<Unproven>> From<E> for NotRemoved {
    fn from(error: E) -> Self {
        Self::Unproven(error.into())
    }
}

/// Removes a passkey of `proof.user`. All other sessions of the user end in the same unit of work, with everything that
/// would become one: whoever has the device may be in one of them.
pub async fn remove_passkey(
    state: &IdentityState,
    proof: Proof<'_>,
    passkey: Uuid,
) -> Result<(), NotRemoved> {
    // Before the one-time code is spent.
    let known = passkeys::list(&state.store, proof.user).await?;
    if !known.iter().any(|known| known.id == passkey) {
        return Err(NotRemoved::Absent);
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
    let is_removed = right.take(state, "security.remove_passkey", remove).await?;
    if is_removed { Ok(()) } else { Err(NotRemoved::Absent) }
}
