//! `POST /login/code`: the one-time code. Wrong codes count like wrong passwords, before they are looked at; one that was
//! used before is no wrong one.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use kernel::UserId;

use super::fault::PageFault;
use super::outcome::{View, arrived, circumstances, present, second_factor_page};
use super::password::{Attempt, record_failure, too_early};
use super::submission::Submission;
use crate::interaction::Stage;
use crate::lockout::Verdict;
use crate::pages::notice::Notice;
use crate::pages::words::Words;
use crate::sealing::Purpose;
use crate::second_factor::TotpSecret;
use crate::state::IdentityState;
use crate::store::login_attempts::{LoginSubjects, Subjects};
use crate::store::proofs::{self, Failure, Judged, RightCode};
use crate::store::{arrival, credentials};

pub(super) async fn post(State(state): State<IdentityState>, request: Request<Body>) -> Response {
    let headers = request.headers().clone();
    let answer = match Submission::read(&state, &headers, request).await {
        Ok(submission) => take(&state, &submission).await,
        Err(fault) => Err(fault),
    };
    answer.unwrap_or_else(|fault| fault.into_response(&state, &headers))
}

async fn take(state: &IdentityState, submission: &Submission) -> Result<Response, PageFault> {
    let Stage::SecondFactor { user } = &submission.interaction.stage else {
        return present(state, submission).await;
    };
    let words = Words::of(submission.interaction.language);
    let typed = submission.field("code");
    if typed.trim().is_empty() {
        return Ok(second_factor_page(&View::of(state, submission), Some(words.wrong_code))?.into_response());
    }
    let Some(attempt) = admit(state, submission, user).await? else {
        return Err(PageFault::notice(Notice::Expired, http::StatusCode::BAD_REQUEST));
    };
    if let Verdict::Delayed { retry_after_s } | Verdict::Locked { retry_after_s } = attempt.admission.verdict
    {
        let problem = words.wait(retry_after_s);
        let page = second_factor_page(&View::of(state, submission), Some(&problem))?;
        return Ok(too_early(page, retry_after_s).into_response());
    }
    look_at(state, submission, user, &typed, attempt).await
}

/// Counts the attempt. `None` when the user was locked since the password was right.
async fn admit(
    state: &IdentityState,
    submission: &Submission,
    user: &UserId,
) -> Result<Option<Attempt>, PageFault> {
    let circumstances = circumstances(state);
    let (told, id) = (circumstances.clone(), user.clone());
    let asked_by = submission.interaction.destination.client_name().to_owned();
    let admitted = state.store.write_guarded("login.admit", move |tx| {
        let Some(user) = arrival::active_user(tx, &id)? else { return Ok(None) };
        let subjects = LoginSubjects::new(user.login.as_str(), told.address);
        let admission = proofs::admit(tx, &Subjects::Login(subjects.clone()), &asked_by, &told)?;
        Ok::<_, store::StoreError>(Some((subjects, admission)))
    });
    let admitted = admitted.await?;
    Ok(admitted.map(|(subjects, admission)| Attempt { subjects, admission, circumstances }))
}

async fn look_at(
    state: &IdentityState,
    submission: &Submission,
    user: &UserId,
    typed: &str,
    attempt: Attempt,
) -> Result<Response, PageFault> {
    let id = user.clone();
    let credential = state.store.read("login.candidate", move |tx| credentials::find(tx, &id)).await?;
    // Whoever has lost the second factor since the password begins anew.
    let expired = || PageFault::notice(Notice::Expired, http::StatusCode::BAD_REQUEST);
    let credential = credential.ok_or_else(expired)?;
    let sealed = credential.totp_secret_sealed.clone().ok_or_else(expired)?;
    let opened = state.settings.master_key.open(Purpose::SecondFactors, user.as_str(), &sealed)?;
    let secret = TotpSecret::from_bytes(opened).map_err(|error| PageFault::internal(error.to_string()))?;
    let wrong_code = Words::of(submission.interaction.language).wrong_code;
    let Some(step) = secret.matching_step(typed, attempt.circumstances.now) else {
        return wrong(state, submission, user, attempt, Failure::WrongCode, wrong_code).await;
    };
    let interaction = submission.interaction.clone();
    let told = attempt.circumstances.clone();
    let right = RightCode {
        user: user.clone(),
        credential,
        step,
        subjects: attempt.subjects.clone(),
        admission: attempt.admission.clone(),
    };
    let arrival = state
        .store
        .write_guarded("login.code", move |tx| proofs::code_accepted(tx, &interaction, &right, &told))
        .await?;
    match arrival {
        Judged::Taken(arrival) => arrived(state, submission, arrival).await,
        Judged::CodeUsed => {
            let problem = ::pages::used_code(submission.interaction.language);
            wrong(state, submission, user, attempt, Failure::UsedCode, problem).await
        }
        Judged::Overtaken => Err(expired()),
    }
}

async fn wrong(
    state: &IdentityState,
    submission: &Submission,
    user: &UserId,
    attempt: Attempt,
    failure: Failure,
    problem: &str,
) -> Result<Response, PageFault> {
    record_failure(state, submission, attempt, Some(user.clone()), failure).await?;
    Ok(second_factor_page(&View::of(state, submission), Some(problem))?.into_response())
}
