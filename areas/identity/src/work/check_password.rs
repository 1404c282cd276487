//! Checks login and password.
//!
//! The order is what makes guessing slow: a turn in the queue, then the count (committed), then the hash.

use kernel::UserId;
use store::{Result, Tx};

use super::WorkError;
use super::count_attempt::{self, Attempt, count_early, fail};
use super::finish_login::{Arrival, Checked, go_on, still_holds};
use super::trail::Step;
use crate::login::candidate::{Candidate, Failure, is_shown};
use crate::login::interaction::{Interaction, Stage};
use crate::login::login_attempt::{LoginSubjects, Subjects};
use crate::login::login_history::LoginWay;
use crate::person::credential::{QueueTurn, StoredCredential, Verification};
use crate::state::IdentityState;
use crate::store::{credentials, interactions, login_attempts};

const NOBODY: &str = "-";

/// Brings what was typed into the form that logins have: people type capitals and spaces around.
fn normalised(login: &str) -> String {
    login.trim().to_lowercase()
}

pub async fn check_password(
    state: &IdentityState,
    interaction: &Interaction,
    login: &str,
    password: String,
) -> Result<Checked, WorkError> {
    let login = normalised(login);
    if login.is_empty() || password.is_empty() || !is_shown(&login) {
        return Ok(Checked::Wrong);
    }
    // Before the count: an attempt that finds the queue full does not count.
    let turn = state.guards.passwords.queue()?;
    let step = Step::of_request(state);
    let subjects = LoginSubjects::new(&login, step.author.address);
    let admission = {
        let _turn = state.guards.turn(&subjects.login).await;
        let (subjects, step) = (Subjects::Login(subjects.clone()), step.clone());
        let asked_by = interaction.destination.client_name().to_owned();
        let admit = move |tx: &mut Tx| count_attempt::admit(tx, &subjects, &asked_by, &step);
        state.store.write_guarded("login.admit", admit).await?
    };
    if let Some(retry_after_s) = admission.verdict.wait_s() {
        count_early();
        return Ok(Checked::TooEarly { retry_after_s });
    }
    let attempt = Attempt { subjects: Subjects::Login(subjects), admission, step };
    look_at(state, interaction, &turn, login, password, attempt).await
}

async fn look_at(
    state: &IdentityState,
    interaction: &Interaction,
    turn: &QueueTurn,
    login: String,
    password: String,
    attempt: Attempt,
) -> Result<Checked, WorkError> {
    let candidate: Candidate =
        state.store.read("login.candidate", move |tx| find_candidate(tx, &login)).await?;
    let passwords = &state.guards.passwords;
    let stored = candidate.credential.as_ref().map(|credential| credential.password_hash.clone());
    let verification = passwords.verify(turn, password.clone(), stored).await?;
    let user_id = || candidate.user.as_ref().map(|user| user.id.clone());
    let (user, credential) = match candidate.judge(verification) {
        Ok((_, credential)) if credential.one_time_until.is_some_and(|until| until <= attempt.step.now) => {
            fail(state, interaction, attempt, user_id(), Failure::OneTimePasswordOver).await?;
            return Ok(Checked::Wrong);
        }
        Ok((user, credential)) => (user.id.clone(), credential.clone()),
        Err(failure) => {
            fail(state, interaction, attempt, user_id(), failure).await?;
            return Ok(Checked::Wrong);
        }
    };
    let rehashed = match verification {
        Verification::Right { outdated: true } => {
            Some(passwords.rehash(turn, password, state.randomness.clone()).await?)
        }
        Verification::Right { outdated: false } | Verification::Wrong => None,
    };
    let (login, told) = (interaction.clone(), attempt.clone());
    let accept = move |tx: &mut Tx| accept(tx, (&user, &credential), rehashed.as_deref(), &login, &told);
    let arrival = state.store.write_guarded("login.password", accept).await?;
    let Some(arrival) = arrival else {
        fail(state, interaction, attempt, user_id(), Failure::UserNotActive).await?;
        return Ok(Checked::Wrong);
    };
    Ok(Checked::Right(arrival))
}

/// Returns the candidate with the login name `login`. Takes as many statements when there is none: the time must not
/// tell.
fn find_candidate(tx: &mut Tx, login: &str) -> Result<Candidate> {
    if let Some(user) = clients::find_user_by_login(tx, login)? {
        let credential = credentials::find(tx, &user.id)?;
        return Ok(Candidate { user: Some(user), credential });
    }
    if let Ok(nobody) = NOBODY.parse() {
        clients::find_user(tx, &nobody)?;
        credentials::find(tx, &nobody)?;
    }
    Ok(Candidate::default())
}

/// Goes on to the second factor, or with a person who is known; the same password is `rehashed` when today's costs are
/// others. `None` when the user was locked or the password was changed while the hash was computed.
fn accept(
    tx: &mut Tx,
    (user, credential): (&UserId, &StoredCredential),
    rehashed: Option<&str>,
    interaction: &Interaction,
    attempt: &Attempt,
) -> Result<Option<Arrival>> {
    let Attempt { subjects, admission, step } = attempt;
    if !still_holds(tx, user, credential)? {
        return Ok(None);
    }
    if let Some(rehashed) = rehashed {
        credentials::rehash(tx, user, &credential.password_hash, rehashed)?;
    }
    if credential.totp_secret_sealed.is_none() {
        count_attempt::succeed(tx, admission, step.now)?;
        login_attempts::remember_address(tx, subjects, step.now)?;
        return go_on(tx, interaction, user, LoginWay::Password, step).map(Some);
    }
    // The count of failures stays: otherwise a known password would allow any number of guesses at the code.
    count_attempt::uncount(tx, admission, step.now)?;
    let advanced = interactions::advance(tx, interaction, &Stage::SecondFactor { user: user.clone() })?;
    Ok(Some(if advanced { Arrival::SecondFactor } else { Arrival::Overtaken }))
}
