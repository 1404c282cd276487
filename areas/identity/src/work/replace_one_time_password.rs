//! Replaces a one-time password in the login that it has opened, and goes on with the login.

use std::sync::Arc;

use serde_json::json;
use store::Tx;

use super::WorkError;
use super::finish_login::{Arrival, offer, still_holds};
use super::prove::find_prover;
use super::replace_credential::put_password;
use super::step::Step;
use crate::login::interaction::{Interaction, Known};
use crate::person::credential::Verification;
use crate::person::password_rule::{self, PasswordRuleError};
use crate::state::IdentityState;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PasswordReplaced {
    Replaced(Arrival),
    /// The new password breaks a rule.
    Rule(PasswordRuleError),
    /// The new password is the one-time one.
    Same,
}

/// Gives the person of a login the password `new`.
///
/// # Errors
/// The database's, a full queue of passwords, and a hash that was not finished.
pub async fn replace_one_time_password(
    state: &IdentityState,
    interaction: &Interaction,
    known: Known,
    new: String,
) -> Result<PasswordReplaced, WorkError> {
    let Some(prover) = find_prover(state, &known.user).await? else {
        return Ok(PasswordReplaced::Replaced(Arrival::Overtaken));
    };
    if let Err(error) = password_rule::check(&new, prover.user.login.as_str()) {
        return Ok(PasswordReplaced::Rule(error));
    }
    let credential = prover.credential;
    let passwords = &state.guards.passwords;
    let turn = passwords.queue()?;
    let given = Some(credential.password_hash.clone());
    if let Verification::Right { .. } = passwords.verify(&turn, new.clone(), given).await? {
        return Ok(PasswordReplaced::Same);
    }
    let hash = passwords.rehash(&turn, new, Arc::clone(&state.randomness)).await?;
    drop(turn);
    let (interaction, step) = (interaction.clone(), Step::of_request(state));
    let replace = move |tx: &mut Tx| {
        if !still_holds(tx, &known.user, &credential)? {
            return Ok(Arrival::Overtaken);
        }
        put_password(tx, &known.user, &hash, None, step.now)?;
        let entry = step.own_entry(&known.user, "user.password_changed");
        audit::record(tx, entry.detail(json!({ "one_time": true })))?;
        offer(tx, &interaction, known.clone(), &step)
    };
    Ok(PasswordReplaced::Replaced(state.store.write_guarded("login.new_password", replace).await?))
}
