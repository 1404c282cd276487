//! Checks the one-time code of the second factor, or a recovery code in its place. Wrong codes count like wrong
//! passwords, before they are looked at; a one-time code that was used before is no wrong one.

use kernel::UserId;
use store::{Result, StoreError, Tx};

use super::WorkError;
use super::count_attempt::{self, Attempt, count_early, fail};
use super::evidence::{Evidence, NoEvidence, look_at_code};
use super::finish_login::{Arrival, find_active_user, go_on, still_holds};
use super::trail::Step;
use crate::login::candidate::Failure;
use crate::login::interaction::Interaction;
use crate::login::login_attempt::{LoginSubjects, Subjects};
use crate::person::credential::StoredCredential;
use crate::state::IdentityState;
use crate::store::{credentials, login_attempts};

/// Outcome of an attempt with a one-time code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodeChecked {
    /// The user was locked, or lost the password or the second factor: the login begins anew.
    Expired,
    /// The attempt was refused unseen.
    TooEarly {
        /// Seconds until the next attempt is looked at.
        retry_after_s: i64,
    },
    Wrong,
    /// The code, or a later one, was used before. It is no wrong one: the attempt does not count.
    Used {
        /// Seconds until the device shows another one.
        next_in_s: i64,
    },
    Right(Arrival),
}

/// Counts and checks the code that `user`, whose password was right, has typed.
pub async fn check_code(
    state: &IdentityState,
    interaction: &Interaction,
    user: &UserId,
    typed: &str,
) -> Result<CodeChecked, WorkError> {
    if typed.trim().is_empty() {
        return Ok(CodeChecked::Wrong);
    }
    let Some(attempt) = admit(state, interaction, user).await? else { return Ok(CodeChecked::Expired) };
    if let Some(retry_after_s) = attempt.admission.verdict.wait_s() {
        count_early();
        return Ok(CodeChecked::TooEarly { retry_after_s });
    }
    look_at(state, interaction, user, typed, attempt).await
}

/// Counts the attempt. `None` when the user was locked since the password was right.
async fn admit(state: &IdentityState, interaction: &Interaction, user: &UserId) -> Result<Option<Attempt>> {
    let step = Step::of_request(state);
    let (told, id) = (step.clone(), user.clone());
    let asked_by = interaction.destination.client_name().to_owned();
    let admitted = state.store.write_guarded("login.admit", move |tx| {
        let Some(user) = find_active_user(tx, &id)? else { return Ok(None) };
        let subjects = Subjects::Login(LoginSubjects::new(user.login.as_str(), told.author.address));
        let admission = count_attempt::admit(tx, &subjects, &asked_by, &told)?;
        Ok::<_, StoreError>(Some((subjects, admission)))
    });
    let admitted = admitted.await?;
    Ok(admitted.map(|(subjects, admission)| Attempt { subjects, admission, step }))
}

async fn look_at(
    state: &IdentityState,
    interaction: &Interaction,
    user: &UserId,
    typed: &str,
    attempt: Attempt,
) -> Result<CodeChecked, WorkError> {
    let id = user.clone();
    let credential = state.store.read("login.candidate", move |tx| credentials::find(tx, &id)).await?;
    // A second factor that was lost since the password sends the person to the beginning.
    let credential = credential.filter(|credential| credential.totp_secret_sealed.is_some());
    let Some(credential) = credential else { return Ok(CodeChecked::Expired) };
    let evidence = match look_at_code(state, user, &credential, typed, true, attempt.step.now).await {
        Ok(evidence) => evidence,
        Err(NoEvidence::Failed(error)) => return Err(error),
        Err(NoEvidence::Wrong(failure)) => {
            fail(state, interaction, attempt, Some(user.clone()), failure).await?;
            return Ok(CodeChecked::Wrong);
        }
    };
    let (id, login, told) = (user.clone(), interaction.clone(), attempt.clone());
    let accept = move |tx: &mut Tx| accept(tx, &id, &credential, &evidence, &login, &told);
    let checked = state.store.write_guarded("login.code", accept).await?;
    if let CodeChecked::Used { .. } = checked {
        fail(state, interaction, attempt, Some(user.clone()), Failure::UsedCode).await?;
    }
    Ok(checked)
}

/// Goes on with a person whose code was right, unless it was used, or the password or second factor lost, meanwhile.
fn accept(
    tx: &mut Tx,
    user: &UserId,
    credential: &StoredCredential,
    evidence: &Evidence,
    interaction: &Interaction,
    attempt: &Attempt,
) -> Result<CodeChecked> {
    let Attempt { subjects, admission, step } = attempt;
    if !still_holds(tx, user, credential)? {
        return Ok(CodeChecked::Expired);
    }
    if !evidence.take(tx, user, step)? {
        count_attempt::uncount(tx, admission, step.now)?;
        return Ok(CodeChecked::Used { next_in_s: evidence.next_in_s(step.now) });
    }
    count_attempt::succeed(tx, admission, step.now)?;
    login_attempts::remember_address(tx, subjects, step.now)?;
    go_on(tx, interaction, user, evidence.login_way(), step).map(CodeChecked::Right)
}
