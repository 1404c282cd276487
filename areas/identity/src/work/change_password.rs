//! Changes the password of the person who asks, with the present one as the proof.

use std::sync::Arc;

use ::pages::Proof;
use audit::Actor;
use serde_json::json;
use store::Tx;

use super::WorkError;
use super::prove::{Asked, Unproven, find_prover};
use super::replace_credential::replace_own_password;
use super::step::Step;
use crate::person::password_rule::{self, PasswordRuleError};
use crate::state::IdentityState;

/// Reason for which a password stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasswordKept {
    /// The new password breaks a rule: nothing was counted.
    Rule(PasswordRuleError),
    /// The new password is the present one: nothing was counted.
    Same,
    /// The present password was not given.
    Unproven(Unproven),
}

/// Replaces the password of `proof.user`, whose answer is the present one. All other sessions of the user end in the
/// same unit of work, with everything that would become one; that of the proof goes on.
///
/// # Errors
/// The database's, a full queue of passwords, and a hash that was not finished.
pub async fn change_password(
    state: &IdentityState,
    proof: Proof<'_>,
    new: &str,
) -> Result<Result<(), PasswordKept>, WorkError> {
    let Some(prover) = find_prover(state, proof.user).await? else {
        return Ok(Err(PasswordKept::Unproven(Unproven::Gone)));
    };
    if let Err(error) = password_rule::check(new, prover.user.login.as_str()) {
        return Ok(Err(PasswordKept::Rule(error)));
    }
    if new == proof.answer {
        return Ok(Err(PasswordKept::Same));
    }
    let mut right = match prover.prove(state, proof, Asked::Password).await? {
        Ok(right) => right,
        Err(unproven) => return Ok(Err(PasswordKept::Unproven(unproven))),
    };
    let passwords = &state.guards.passwords;
    let turn = match right.turn.take() {
        Some(turn) => turn,
        None => passwords.queue()?,
    };
    let hash = passwords.rehash(&turn, new.to_owned(), Arc::clone(&state.randomness)).await?;
    drop(turn);
    let (user, session) = (right.user.id.clone(), right.session.clone());
    let change = move |tx: &mut Tx, step: &Step| {
        let ended = replace_own_password(tx, &user, &session, &hash, step)?;
        let author = step.author.acting(Actor::User(user.clone()));
        let object = ("user", user.as_str());
        let entry = author.entry(step.now, &*step.randomness, "user.password_changed", object);
        audit::record(tx, entry.detail(json!({ "sessions_ended": ended })))
    };
    let changed = right.take(state, "security.password", change).await?;
    Ok(changed.map_err(PasswordKept::Unproven))
}
