//! `POST /login`: login and password.

use ::pages::{Page, too_many_attempts};
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use http::StatusCode;

use super::error::Result;
use super::outcome::{answer, present};
use super::submission::{Submission, taken};
use super::view::{Told, client_name, login_page, too_early};
use crate::login::candidate::is_shown;
use crate::login::interaction::Stage;
use crate::pages::words::Words;
use crate::state::IdentityState;
use crate::work::check_password::{PasswordChecked, check_password};

/// Seconds after which a person may try again when the queue of the password hashes is full.
const QUEUE_RETRY_AFTER_S: i64 = 5;

pub(super) async fn post(State(state): State<IdentityState>, request: Request<Body>) -> Response {
    taken(&state, request, |state, submission| Box::pin(take(state, submission))).await
}

async fn take(state: &IdentityState, submission: &Submission) -> Result<Response> {
    if submission.interaction.stage != Stage::Password {
        return present(state, submission).await;
    }
    let words = Words::of(submission.interaction.language);
    let (login, password) = (submission.field("username"), submission.field("password"));
    let page = match check_password(state, &submission.interaction, &login, password).await? {
        PasswordChecked::Right(arrival) => return answer(state, submission, arrival).await,
        PasswordChecked::Wrong => again(state, submission, words.wrong_password).await?,
        PasswordChecked::TooEarly { retry_after_s } => too_early(
            again(state, submission, &too_many_attempts(submission.interaction.language, retry_after_s))
                .await?,
            retry_after_s,
        ),
        PasswordChecked::QueueFull => Page {
            status: StatusCode::SERVICE_UNAVAILABLE,
            retry_after_s: Some(QUEUE_RETRY_AFTER_S),
            ..again(state, submission, words.overloaded).await?
        },
    };
    Ok(page.into_response())
}

/// Shows the same page with what was wrong; the login stays in its field, the password does not.
pub(super) async fn again(state: &IdentityState, submission: &Submission, problem: &str) -> Result<Page> {
    let name = client_name(state, &submission.interaction.destination).await?;
    let username = Some(submission.field("username")).filter(|typed| is_shown(typed)).unwrap_or_default();
    login_page(
        &submission.view(state),
        name.as_deref(),
        &username,
        Told { note: None, problem: Some(problem) },
    )
}
