//! Removes a passkey of the person who asks, who proves it like everything else that changes the ways in.

use ::pages::Proof;
use audit::Actor;
use serde_json::json;
use store::Tx;
use uuid::Uuid;

use crate::login::login_attempt::LoginSubjects;
use crate::login::login_history::LoginOutcome;
use crate::state::IdentityState;
use crate::store::passkeys;
use crate::token::online_bank::ONLINE_BANK_CLIENT;
use crate::work::WorkError;
use crate::work::count_attempt::note_login;
use crate::work::end_access::end_others;
use crate::work::finish_login::hold_active_user;
use crate::work::prove::{Asked, Unproven, find_prover};
use crate::work::step::Step;

/// Reason for which a passkey stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotRemoved {
    /// The user has no such passkey.
    Absent,
    /// The proof was not given.
    Unproven(Unproven),
}

/// Removes a passkey of `proof.user`. All other sessions of the user end in the same unit of work, with everything that
/// would become one: whoever has the device may be in one of them.
///
/// # Errors
/// The database's, a full queue of passwords, and a secret that does not open.
pub async fn remove_passkey(
    state: &IdentityState,
    proof: Proof<'_>,
    passkey: Uuid,
) -> Result<Result<(), NotRemoved>, WorkError> {
    // Before the one-time code is spent.
    let known = passkeys::list(&state.store, proof.user).await?;
    if !known.iter().any(|known| known.id == passkey) {
        return Ok(Err(NotRemoved::Absent));
    }
    let Some(prover) = find_prover(state, proof.user).await? else {
        return Ok(Err(NotRemoved::Unproven(Unproven::Gone)));
    };
    let right = match prover.prove(state, proof, Asked::Strongest).await? {
        Ok(right) => right,
        Err(unproven) => return Ok(Err(NotRemoved::Unproven(unproven))),
    };
    let (user, session) = (right.user.id.clone(), right.session.clone());
    let remove = move |tx: &mut Tx, step: &Step| {
        let Some(person) = hold_active_user(tx, &user)? else { return Ok(false) };
        if !passkeys::remove(tx, &user, passkey)? {
            return Ok(false);
        }
        let ended = end_others(tx, &user, &session, step)?;
        let author = step.author.acting(Actor::User(user.clone()));
        let object = ("user", user.as_str());
        let entry = author.entry(step.now, &*step.randomness, "user.passkey_removed", object);
        audit::record(tx, entry.detail(json!({ "passkey": passkey, "sessions_ended": ended })))?;
        let login = LoginSubjects::new(person.login.as_str(), None).login;
        note_login(tx, &login, LoginOutcome::PasskeyRemoved, ONLINE_BANK_CLIENT, step)?;
        Ok(true)
    };
    Ok(match right.take(state, "security.remove_passkey", remove).await? {
        Ok(true) => Ok(()),
        Ok(false) => Err(NotRemoved::Absent),
        Err(unproven) => Err(NotRemoved::Unproven(unproven)),
    })
}
