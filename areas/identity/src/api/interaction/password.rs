//! `POST /login`: login and password.
//!
//! The order is what makes guessing slow: a place in the queue, then the count (committed), then the hash.

use ::pages::Page;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use http::StatusCode;
use kernel::{UserId, check_characters};
use store::Tx;

use super::fault::PageFault;
use super::outcome::{Told, View, arrived, circumstances, client_name, login_page, present};
use super::submission::Submission;
use crate::credential::{Place, Verification};
use crate::interaction::Stage;
use crate::lockout::Verdict;
use crate::pages::words::Words;
use crate::state::IdentityState;
use crate::store::arrival::Circumstances;
use crate::store::login_attempts::{Admission, LoginSubjects, Subjects};
use crate::store::proofs::{self, Candidate, FailedAttempt, Failure, RightPassword};

/// Seconds after which a person may try again when the queue of the password hashes is full.
const QUEUE_RETRY_AFTER_S: i64 = 5;

pub(super) async fn post(State(state): State<IdentityState>, request: Request<Body>) -> Response {
    let headers = request.headers().clone();
    let answer = match Submission::read(&state, &headers, request).await {
        Ok(submission) => take(&state, &submission).await,
        Err(fault) => Err(fault),
    };
    answer.unwrap_or_else(|fault| fault.into_response(&state, &headers))
}

/// What is typed, brought into the form that logins have: people type capitals and spaces around.
fn normalised(login: &str) -> String {
    login.trim().to_lowercase()
}

/// Whether what was typed may be written down and shown to people: no login has a character that reorders the others (GEN-06).
fn is_shown(typed: &str) -> bool {
    check_characters(typed).is_ok()
}

async fn take(state: &IdentityState, submission: &Submission) -> Result<Response, PageFault> {
    if submission.interaction.stage != Stage::Password {
        return present(state, submission).await;
    }
    let words = Words::of(submission.interaction.language);
    let login = normalised(&submission.field("username"));
    let password = submission.field("password");
    if login.is_empty() || password.is_empty() || !is_shown(&login) {
        return Ok(again(state, submission, words.wrong_password).await?.into_response());
    }
    let Ok(place) = state.desk.passwords.place() else {
        let page = again(state, submission, words.overloaded).await?;
        let retry_after_s = Some(QUEUE_RETRY_AFTER_S);
        return Ok(Page { status: StatusCode::SERVICE_UNAVAILABLE, retry_after_s, ..page }.into_response());
    };
    let circumstances = circumstances(state);
    let subjects = LoginSubjects::new(&login, circumstances.address);
    let admission = {
        let _turn = state.desk.turn(&subjects.login).await;
        let (subjects, told) = (Subjects::Login(subjects.clone()), circumstances.clone());
        let asked_by = submission.interaction.destination.client_name().to_owned();
        let admit = move |tx: &mut Tx| proofs::admit(tx, &subjects, &asked_by, &told);
        state.store.write_guarded("login.admit", admit).await?
    };
    match admission.verdict {
        Verdict::Admitted => {
            let attempt = Attempt { subjects, admission, circumstances };
            look_at(state, submission, &place, &login, password, attempt).await
        }
        Verdict::Delayed { retry_after_s } | Verdict::Locked { retry_after_s } => {
            let page = again(state, submission, &words.wait(retry_after_s)).await?;
            Ok(too_early(page, retry_after_s).into_response())
        }
    }
}

/// An attempt that was counted and may be looked at.
#[derive(Clone, Debug)]
pub(super) struct Attempt {
    pub(super) subjects: LoginSubjects,
    pub(super) admission: Admission,
    pub(super) circumstances: Circumstances,
}

async fn look_at(
    state: &IdentityState,
    submission: &Submission,
    place: &Place,
    login: &str,
    password: String,
    attempt: Attempt,
) -> Result<Response, PageFault> {
    let login = login.to_owned();
    let candidate: Candidate =
        state.store.read("login.candidate", move |tx| proofs::candidate(tx, &login)).await?;
    let passwords = &state.desk.passwords;
    let stored = candidate.credential.as_ref().map(|credential| credential.password_hash.clone());
    let verification = passwords.verify(place, password.clone(), stored).await?;
    let failure = match (&candidate.user, verification) {
        (None, _) => Failure::UnknownUser,
        (Some(_), Verification::Wrong) => Failure::WrongPassword,
        (Some(_), Verification::Right { .. }) => Failure::UserNotActive,
    };
    let Verification::Right { outdated } = verification else {
        return failed(state, submission, attempt, &candidate, failure).await;
    };
    let (true, Some(user), Some(credential)) =
        (candidate.may_log_in(), candidate.user.as_ref(), candidate.credential.clone())
    else {
        return failed(state, submission, attempt, &candidate, failure).await;
    };
    let rehashed = if outdated {
        Some(passwords.rehash(place, password, state.randomness.clone()).await?)
    } else {
        None
    };
    let right =
        RightPassword { user: user.id.clone(), credential, rehashed, admission: attempt.admission.clone() };
    let interaction = submission.interaction.clone();
    let told = attempt.clone();
    let arrival = state
        .store
        .write_guarded("login.password", move |tx| {
            proofs::password_accepted(tx, &interaction, &right, &told.subjects, &told.circumstances)
        })
        .await?;
    match arrival {
        Some(arrival) => arrived(state, submission, arrival).await,
        None => failed(state, submission, attempt, &candidate, failure).await,
    }
}

async fn failed(
    state: &IdentityState,
    submission: &Submission,
    attempt: Attempt,
    candidate: &Candidate,
    failure: Failure,
) -> Result<Response, PageFault> {
    record_failure(state, submission, attempt, candidate.user.as_ref().map(|user| user.id.clone()), failure)
        .await?;
    let problem = Words::of(submission.interaction.language).wrong_password;
    Ok(again(state, submission, problem).await?.into_response())
}

/// Leaves a trace of a failed attempt.
pub(super) async fn record_failure(
    state: &IdentityState,
    submission: &Submission,
    attempt: Attempt,
    user: Option<UserId>,
    failure: Failure,
) -> Result<(), PageFault> {
    let asked_by = submission.interaction.destination.client_name().to_owned();
    let Attempt { subjects, admission, circumstances } = attempt;
    metrics::counter!("identity_logins_total", "outcome" => failure.name()).increment(1);
    let subjects = Subjects::Login(subjects);
    let failed = FailedAttempt { user, failure, subjects, locks: admission.locks };
    let record = move |tx: &mut Tx| proofs::failed(tx, &failed, &asked_by, &circumstances);
    Ok(state.store.write_guarded("login.failed", record).await?)
}

/// 429, and when to come again.
pub(super) fn too_early(page: Page, retry_after_s: i64) -> Page {
    metrics::counter!("identity_logins_total", "outcome" => "TOO_EARLY").increment(1);
    Page { status: StatusCode::TOO_MANY_REQUESTS, retry_after_s: Some(retry_after_s), ..page }
}

/// The same page with what was wrong; the login stays in its field, the password does not.
async fn again(state: &IdentityState, submission: &Submission, problem: &str) -> Result<Page, PageFault> {
    let name = client_name(state, &submission.interaction.destination).await?;
    let username = Some(submission.field("username")).filter(|typed| is_shown(typed)).unwrap_or_default();
    login_page(
        &View::of(state, submission),
        name.as_deref(),
        &username,
        Told { note: None, problem: Some(problem) },
    )
}
