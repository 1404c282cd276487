//! `POST /login/passkey`: the answer of an authenticator, in the place of login, password and code. Its challenge comes
//! from `POST /login/passkey/challenge`.

use ::pages::too_many_attempts;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use http::StatusCode;

use super::error::{LoginPageError, Result};
use super::outcome::{answer, present};
use super::password::again;
use super::submission::{Submission, taken};
use super::view::too_early;
use crate::login::interaction::Stage;
use crate::pages::notice::Notice;
use crate::pages::passkey_request::passkey_request;
use crate::pages::words::Words;
use crate::state::IdentityState;
use crate::work::passkeys::ask::{AskedAtLogin, ask_at_login};
use crate::work::passkeys::log_in::{PasskeyChecked, log_in_with_passkey};

pub(super) async fn challenge(State(state): State<IdentityState>, request: Request<Body>) -> Response {
    taken(&state, request, |state, submission| Box::pin(ask(state, submission))).await
}

async fn ask(state: &IdentityState, submission: &Submission) -> Result<Response> {
    if submission.interaction.stage != Stage::Password {
        return present(state, submission).await;
    }
    match ask_at_login(state, &submission.interaction).await? {
        AskedAtLogin::Asked(request) => Ok(passkey_request(request)),
        AskedAtLogin::NoPasskeys => Err(LoginPageError::notice(Notice::Start, StatusCode::NOT_FOUND)),
        AskedAtLogin::TooMany(error) => Err(error.into()),
    }
}

pub(super) async fn post(State(state): State<IdentityState>, request: Request<Body>) -> Response {
    taken(&state, request, |state, submission| Box::pin(take(state, submission))).await
}

async fn take(state: &IdentityState, submission: &Submission) -> Result<Response> {
    let interaction = &submission.interaction;
    if interaction.stage != Stage::Password {
        return present(state, submission).await;
    }
    let words = Words::of(interaction.language);
    let page = match log_in_with_passkey(state, interaction, &submission.field("answer")).await? {
        PasskeyChecked::Right(arrival) => return answer(state, submission, arrival).await,
        PasskeyChecked::Wrong => again(state, submission, words.wrong_passkey).await?,
        PasskeyChecked::TooEarly { retry_after_s } => too_early(
            again(state, submission, &too_many_attempts(submission.interaction.language, retry_after_s))
                .await?,
            retry_after_s,
        ),
    };
    Ok(page.into_response())
}
