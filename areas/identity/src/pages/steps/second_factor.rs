//! `POST /login/code`: the one-time code.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use http::StatusCode;

use super::error::LoginPageError;
use super::outcome::{answer, present};
use super::submission::Submission;
use super::view::{second_factor_page, too_early};
use crate::interaction::Stage;
use crate::pages::notice::Notice;
use crate::pages::words::Words;
use crate::state::IdentityState;
use crate::work::check_code::{CodeChecked, check_code};

pub(super) async fn post(State(state): State<IdentityState>, request: Request<Body>) -> Response {
    let headers = request.headers().clone();
    let answer = match Submission::read(&state, &headers, request).await {
        Ok(submission) => take(&state, &submission).await,
        Err(error) => Err(error),
    };
    answer.unwrap_or_else(|error| error.into_response(&state, &headers))
}

async fn take(state: &IdentityState, submission: &Submission) -> Result<Response, LoginPageError> {
    let interaction = &submission.interaction;
    let Stage::SecondFactor { user } = &interaction.stage else {
        return present(state, submission).await;
    };
    let words = Words::of(interaction.language);
    let again = |problem: &str| second_factor_page(&submission.view(state), Some(problem));
    let page = match check_code(state, interaction, user, &submission.field("code")).await? {
        CodeChecked::Right(arrival) => return answer(state, submission, arrival).await,
        CodeChecked::Wrong => again(words.wrong_code)?,
        CodeChecked::Used => again(::pages::used_code(interaction.language))?,
        CodeChecked::TooEarly { retry_after_s } => {
            too_early(again(&words.wait(retry_after_s))?, retry_after_s)
        }
        CodeChecked::Expired => {
            return Err(LoginPageError::notice(Notice::Expired, StatusCode::BAD_REQUEST));
        }
    };
    Ok(page.into_response())
}
