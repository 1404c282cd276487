//! `POST /login`: login and password.

use ::pages::{Page, too_many_attempts};
use axum::response::Response;
use http::StatusCode;

use super::error::Result;
use super::outcome::{answer, present};
use super::submission::Submission;
use super::view::{Told, client_name, login_page, too_early};
use crate::login::candidate::is_shown;
use crate::login::interaction::Stage;
use crate::pages::words::Words;
use crate::state::IdentityState;
use crate::work::WorkError;
use crate::work::check_password::check_password;
use crate::work::finish_login::Checked;

/// Seconds after which a person may try again when the queue of the password hashes is full.
const QUEUE_RETRY_AFTER_S: i64 = 5;

pub(super) async fn take(state: &IdentityState, submission: &Submission) -> Result<Response> {
    if submission.interaction.stage != Stage::Password {
        return present(state, submission).await;
    }
    let words = Words::of(submission.interaction.language);
    let (login, password) = (submission.field("username"), submission.field("password"));
    match check_password(state, &submission.interaction, &login, password).await {
        Err(WorkError::QueueFull(_)) => {
            let page = again(state, submission, words.overloaded).await?;
            let (status, retry_after_s) = (StatusCode::SERVICE_UNAVAILABLE, Some(QUEUE_RETRY_AFTER_S));
            Ok(Page { status, retry_after_s, ..page }.into_response())
        }
        checked => tried(state, submission, checked?, words.wrong_password).await,
    }
}

/// Answers an attempt to log in: with what follows, or with the same page and what was wrong.
pub(super) async fn tried(
    state: &IdentityState,
    submission: &Submission,
    checked: Checked,
    wrong: &str,
) -> Result<Response> {
    let page = match checked {
        Checked::Right(arrival) => return answer(state, submission, arrival).await,
        Checked::Wrong => again(state, submission, wrong).await?,
        Checked::TooEarly { retry_after_s } => {
            let told = too_many_attempts(submission.interaction.language, retry_after_s);
            too_early(again(state, submission, &told).await?, retry_after_s)
        }
    };
    Ok(page.into_response())
}

/// Shows the same page with what was wrong; the login stays in its field, the password does not.
async fn again(state: &IdentityState, submission: &Submission, problem: &str) -> Result<Page> {
    let name = client_name(state, &submission.interaction.destination).await?;
    let username = Some(submission.field("username")).filter(|typed| is_shown(typed)).unwrap_or_default();
    login_page(
        &submission.view(state),
        name.as_deref(),
        &username,
        Told { note: None, problem: Some(problem) },
    )
}
