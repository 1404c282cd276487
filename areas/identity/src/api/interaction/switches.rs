//! `POST /login/cancel` and `POST /login/language`: what a person can do on every page of a login.

use ::pages::Cookies;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use http::{HeaderValue, header};
use store::Tx;

use super::fault::PageFault;
use super::outcome::{arrived, circumstances, present};
use super::submission::Submission;
use crate::authorize_request::AuthorizeFault;
use crate::interaction::Stage;
use crate::pages::Language;
use crate::state::IdentityState;
use crate::store::arrival::{self, Arrival};
use crate::store::interactions;

/// Back to the client without a login.
pub(super) async fn cancel(State(state): State<IdentityState>, request: Request<Body>) -> Response {
    let headers = request.headers().clone();
    let answer = match Submission::read(&state, &headers, request).await {
        Ok(submission) => give_up(&state, &submission).await,
        Err(fault) => Err(fault),
    };
    answer.unwrap_or_else(|fault| fault.into_response(&state, &headers))
}

async fn give_up(state: &IdentityState, submission: &Submission) -> Result<Response, PageFault> {
    // Nobody has proved anything yet: there is nothing to end and nobody to tell of.
    if submission.interaction.stage == Stage::Password {
        return arrived(state, submission, Arrival::Refused(AuthorizeFault::Cancelled)).await;
    }
    let interaction = submission.interaction.clone();
    let told = circumstances(state);
    let arrival = state
        .store
        .write_guarded("login.cancel", move |tx| {
            let user = match &interaction.stage {
                Stage::SecondFactor { user } | Stage::Company { user, .. } => Some(user),
                Stage::Password | Stage::Finished => None,
            };
            arrival::refuse(tx, &interaction, user, AuthorizeFault::Cancelled, &told)
        })
        .await?;
    arrived(state, submission, arrival).await
}

/// The same page in another language, which the browser keeps.
pub(super) async fn language(State(state): State<IdentityState>, request: Request<Body>) -> Response {
    let headers = request.headers().clone();
    let answer = match Submission::read(&state, &headers, request).await {
        Ok(submission) => switch(&state, submission).await,
        Err(fault) => Err(fault),
    };
    answer.unwrap_or_else(|fault| fault.into_response(&state, &headers))
}

async fn switch(state: &IdentityState, mut submission: Submission) -> Result<Response, PageFault> {
    let language = submission.field("language").parse().unwrap_or(submission.interaction.language);
    let hash = submission.interaction.hash.clone();
    if submission.interaction.stage != Stage::Password {
        let set = move |tx: &mut Tx| interactions::set_language(tx, &hash, language);
        state.store.write_guarded("login.language", set).await?;
    }
    submission.switch_to(state, language)?;
    let mut response = present(state, &submission).await?;
    add_language(&mut response, state, language);
    Ok(response)
}

fn add_language(response: &mut Response, state: &IdentityState, language: Language) {
    let cookie = Cookies::of(&state.settings.issuer).set_language(language);
    if let Ok(value) = HeaderValue::try_from(cookie) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
}
