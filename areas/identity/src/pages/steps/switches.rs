//! `POST /login/cancel` and `POST /login/language`: the two choices on every page of a login.

use ::pages::Cookies;
use axum::response::Response;
use http::{HeaderValue, header};

use super::error::Result;
use super::outcome::{answer, present};
use super::submission::Submission;
use crate::pages::Language;
use crate::state::IdentityState;
use crate::work::cancel_login::cancel_login;
use crate::work::switch_language::switch_language;

/// Leads back to the client without a login.
pub(super) async fn cancel(state: &IdentityState, submission: &Submission) -> Result<Response> {
    let arrival = cancel_login(state, &submission.interaction).await?;
    answer(state, submission, arrival).await
}

/// Shows the same page in another language, which the browser keeps.
pub(super) async fn language(state: &IdentityState, submission: &mut Submission) -> Result<Response> {
    let language = submission.field("language").parse().unwrap_or(submission.interaction.language);
    switch_language(state, &submission.interaction, language).await?;
    submission.switch_to(state, language)?;
    let mut response = present(state, submission).await?;
    add_language(&mut response, state, language);
    Ok(response)
}

fn add_language(response: &mut Response, state: &IdentityState, language: Language) {
    let cookie = Cookies::at(&state.settings.issuer).set_language(language);
    if let Ok(value) = HeaderValue::try_from(cookie) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
}
