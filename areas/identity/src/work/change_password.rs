//! Changes the password of the person who asks, with the present one as the proof; a one-time one in the login that it
//! has opened.

use std::sync::Arc;

use ::pages::Proof;
use serde_json::json;
use store::Tx;

use super::WorkError;
use super::end_access::end_others;
use super::finish_login::{Arrival, offer, still_holds};
use super::prove::{ProofKind, Unproven, find_prover};
use super::replace_credential::put_password;
use super::trail::Step;
use crate::login::interaction::{Interaction, Known};
use crate::person::credential::Verification;
use crate::person::password_rule::{self, PasswordRuleError};
use crate::state::IdentityState;
use crate::store::interactions;

/// Fault of a new password; nothing was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasswordFault {
    Rule(PasswordRuleError),
    /// It is the present one.
    Same,
}

/// The outcome of a new password in a login.
#[derive(Debug)]
pub enum Replaced {
    Arrived(Arrival),
    Fault(PasswordFault),
}

/// Replaces the password of `proof.user`, whose answer is the present one, or returns what is wrong with the new one.
/// All other sessions of the user end in the same unit of work, with everything that would become one; that of the
/// proof goes on.
pub async fn change_password(
    state: &IdentityState,
    proof: Proof<'_>,
    new: &str,
) -> Result<Option<PasswordFault>, Unproven> {
    let prover = find_prover(state, proof.user).await?.ok_or(Unproven::Gone)?;
    if let Err(error) = password_rule::check(new, prover.user.login.as_str()) {
        return Ok(Some(PasswordFault::Rule(error)));
    }
    if new == proof.answer {
        return Ok(Some(PasswordFault::Same));
    }
    let mut right = prover.prove(state, proof, ProofKind::Password).await?;
    let passwords = &state.guards.passwords;
    let turn = match right.turn.take() {
        Some(turn) => turn,
        None => passwords.queue()?,
    };
    let hash = passwords.rehash(&turn, new.to_owned(), Arc::clone(&state.randomness)).await?;
    drop(turn);
    let (user, session) = (right.user.id.clone(), right.session.clone());
    let change = move |tx: &mut Tx, step: &Step| {
        put_password(tx, &user, &hash, None, step.now)?;
        let ended = end_others(tx, &user, &session, step)?;
        let entry = step.own_entry(&user, "user.password_changed");
        audit::record(tx, entry.detail(json!({ "sessions_ended": ended })))
    };
    right.take(state, "security.password", change).await.map(|()| None)
}

/// Gives the person of a login the password `new`. Other logins that the one-time password has begun end with it.
pub async fn replace_one_time_password(
    state: &IdentityState,
    interaction: &Interaction,
    known: Known,
    new: String,
) -> Result<Replaced, WorkError> {
    let Some(prover) = find_prover(state, &known.user).await? else {
        return Ok(Replaced::Arrived(Arrival::Overtaken));
    };
    if let Err(error) = password_rule::check(&new, prover.user.login.as_str()) {
        return Ok(Replaced::Fault(PasswordFault::Rule(error)));
    }
    let credential = prover.credential;
    let passwords = &state.guards.passwords;
    let turn = passwords.queue()?;
    let given = Some(credential.password_hash.clone());
    if let Verification::Right { .. } = passwords.verify(&turn, new.clone(), given).await? {
        return Ok(Replaced::Fault(PasswordFault::Same));
    }
    let hash = passwords.rehash(&turn, new, Arc::clone(&state.randomness)).await?;
    drop(turn);
    let (interaction, step) = (interaction.clone(), Step::of_request(state));
    let replace = move |tx: &mut Tx| {
        if !still_holds(tx, &known.user, &credential)? {
            return Ok(Arrival::Overtaken);
        }
        put_password(tx, &known.user, &hash, None, step.now)?;
        interactions::end_others_of_user(tx, &known.user, &interaction.hash)?;
        let entry = step.own_entry(&known.user, "user.password_changed");
        audit::record(tx, entry.detail(json!({ "one_time": true })))?;
        offer(tx, &interaction, known.clone(), &step)
    };
    Ok(Replaced::Arrived(state.store.write_guarded("login.new_password", replace).await?))
}
