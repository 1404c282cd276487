//! Logs a person in with a passkey alone: it stands for password and second factor.
//!
//! Nobody guesses a key, so that wrong proofs lock no login name: strangers could lock out its owner that way, and gain
//! nothing. They are counted by address.

use kernel::UserId;
use store::{Result, Tx};

use super::ask::look_at_passkey;
use crate::login::candidate::Failure;
use crate::login::interaction::Interaction;
use crate::login::lockout::{Verdict, counted_address};
use crate::login::login_attempt::{Admission, LoginSubjects, Subjects};
use crate::login::login_history::LoginWay;
use crate::person::passkey::{ChallengeUse, Passkey};
use crate::person::passkey_answer::PasskeyProof;
use crate::state::IdentityState;
use crate::store::{login_attempts, passkeys};
use crate::work::WorkError;
use crate::work::count_attempt::{self, Attempt, count_early, fail};
use crate::work::evidence::{Evidence, NoEvidence};
use crate::work::finish_login::{Arrival, Checked, go_on, hold_active_user};
use crate::work::trail::Step;
use webauthn::{Challenge, WebauthnError};

/// The state with which an attempt was admitted.
struct Admitted {
    admission: Admission,
    challenge: Option<Challenge>,
    passkey: Option<Passkey>,
    login: Option<String>,
}

/// Counts and checks the answer of an authenticator, and goes on with the login. A refusal is the same for all reasons.
pub async fn log_in_with_passkey(
    state: &IdentityState,
    interaction: &Interaction,
    answer: &str,
) -> Result<Checked, WorkError> {
    let Some(proof) = PasskeyProof::read(answer) else { return Ok(Checked::Wrong) };
    let step = Step::of_request(state);
    let admitted = admit(state, interaction, &proof, &step).await?;
    if let Some(retry_after_s) = admitted.admission.verdict.wait_s() {
        count_early();
        return Ok(Checked::TooEarly { retry_after_s });
    }
    let Admitted { admission, challenge, passkey, login } = admitted;
    let looked = look_at_passkey(state, &proof, challenge.as_ref(), passkey.as_ref(), true);
    let user = passkey.map(|passkey| passkey.user);
    let subjects = Subjects::Passkey {
        address: counted_address(step.author.address),
        login: login.as_deref().map(|login| LoginSubjects::new(login, None).login),
    };
    let attempt = Attempt { subjects, admission, step };
    let arrived = match (looked, user.clone()) {
        (Ok(evidence), Some(user)) => {
            let (login, told) = (interaction.clone(), attempt.clone());
            let accept = move |tx: &mut Tx| accept(tx, &user, &evidence, &login, &told);
            state.store.write_guarded("login.passkey", accept).await
        }
        (Err(failure), _) => Err(NoEvidence::Wrong(failure)),
        (Ok(_), None) => return Ok(Checked::Wrong),
    };
    match arrived {
        Ok(arrival) => Ok(Checked::Right(arrival)),
        Err(NoEvidence::Failed(error)) => Err(error),
        Err(NoEvidence::Wrong(failure)) => {
            fail(state, interaction, attempt, user, failure).await?;
            Ok(Checked::Wrong)
        }
    }
}

/// Counts the attempt, takes the challenge of the login and reads the passkey. Nothing is read when it comes too early.
async fn admit(
    state: &IdentityState,
    interaction: &Interaction,
    proof: &PasskeyProof,
    step: &Step,
) -> Result<Admitted> {
    let subjects = Subjects::Passkey { address: counted_address(step.author.address), login: None };
    let asked_by = interaction.destination.client_name().to_owned();
    let usage = ChallengeUse::Login(interaction.hash.clone());
    let (credential_id, step) = (proof.id().to_vec(), step.clone());
    let admit = move |tx: &mut Tx| {
        let admission = count_attempt::admit(tx, &subjects, &asked_by, &step)?;
        if admission.verdict != Verdict::Admitted {
            return Ok(Admitted { admission, challenge: None, passkey: None, login: None });
        }
        let challenge = passkeys::take_challenge(tx, &usage, step.now)?;
        let passkey = passkeys::find(tx, &credential_id)?;
        let user = match &passkey {
            Some(passkey) => clients::find_user(tx, &passkey.user)?,
            None => None,
        };
        Ok(Admitted { admission, challenge, passkey, login: user.map(|user| user.login.to_string()) })
    };
    state.store.write_guarded("login.admit_passkey", admit).await
}

/// Goes on with a person who is known, unless the user was locked, or the passkey removed or used, meanwhile.
fn accept(
    tx: &mut Tx,
    user: &UserId,
    evidence: &Evidence,
    interaction: &Interaction,
    attempt: &Attempt,
) -> Result<Arrival, NoEvidence> {
    let Attempt { admission, step, .. } = attempt;
    let person = hold_active_user(tx, user)?.ok_or(NoEvidence::Wrong(Failure::UserNotActive))?;
    if !evidence.take(tx, user, step)? {
        return Err(NoEvidence::Wrong(Failure::WrongPasskey(WebauthnError::Credential)));
    }
    count_attempt::succeed(tx, admission, step.now)?;
    let subjects = Subjects::Login(LoginSubjects::new(person.login.as_str(), step.author.address));
    login_attempts::remember_address(tx, &subjects, step.now)?;
    Ok(go_on(tx, interaction, user, LoginWay::Passkey, step)?)
}
