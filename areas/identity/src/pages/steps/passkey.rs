//! `POST /login/passkey`: the answer of an authenticator, in the place of login, password and code. Its challenge comes
//! from `POST /login/passkey/challenge`.

use axum::response::Response;
use http::StatusCode;

use super::error::{LoginPageError, Result};
use super::outcome::present;
use super::password::tried;
use super::submission::Submission;
use crate::login::interaction::Stage;
use crate::pages::notice::Notice;
use crate::pages::passkey_request::passkey_request;
use crate::pages::words::Words;
use crate::state::IdentityState;
use crate::work::passkeys::ask::{AskedAtLogin, ask_at_login};
use crate::work::passkeys::log_in::log_in_with_passkey;

pub(super) async fn challenge(state: &IdentityState, submission: &Submission) -> Result<Response> {
    if submission.interaction.stage != Stage::Password {
        return present(state, submission).await;
    }
    match ask_at_login(state, &submission.interaction).await? {
        AskedAtLogin::Asked(request) => Ok(passkey_request(request)),
        AskedAtLogin::NoPasskeys => Err(LoginPageError::notice(Notice::Start, StatusCode::NOT_FOUND)),
        AskedAtLogin::TooMany(error) => Err(error.into()),
    }
}

pub(super) async fn take(state: &IdentityState, submission: &Submission) -> Result<Response> {
    let interaction = &submission.interaction;
    if interaction.stage != Stage::Password {
        return present(state, submission).await;
    }
    let checked = log_in_with_passkey(state, interaction, &submission.field("answer")).await?;
    tried(state, submission, checked, Words::of(interaction.language).wrong_passkey).await
}
