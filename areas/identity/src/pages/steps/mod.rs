//! Pages that follow `GET /authorize` and `GET /bank/login`, until the browser is sent back to the client or to the
//! online bank (spec section 4.1).
//!
//! [`begin`] shows the first page; [`forms`] takes the others, each by a function; [`outcome`] turns the outcome of a
//! step into the next page or the way back. [`submission`] checks what every form has to pass first. A step that finds
//! the login elsewhere (a second click, the browser's back button) shows the page of the stage that the login is at.

pub(crate) mod begin;
pub mod error;
mod forms;
pub(crate) mod outcome;
mod sealed;
pub mod submission;
pub(crate) mod view;

use ::pages::assets;
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::{MethodRouter, get, post};
use http::{HeaderMap, HeaderValue, StatusCode, Uri, header};

use self::error::LoginPageError;
use self::submission::{Submission, Taking, taken};
use super::notice::Notice;
use crate::state::IdentityState;

/// Returns the routes that the forms of a login lead to. They are no part of the contract with clients.
pub(crate) fn router() -> Router<IdentityState> {
    let routes = Router::new()
        .route("/login", form(|state, sent| Box::pin(forms::password(state, sent))))
        .route("/login/passkey", form(|state, sent| Box::pin(forms::passkey(state, sent))))
        .route(view::PASSKEY_CHALLENGE_PATH, form(|state, sent| Box::pin(forms::challenge(state, sent))))
        .route("/login/code", form(|state, sent| Box::pin(forms::code(state, sent))))
        .route("/login/new-password", form(|state, sent| Box::pin(forms::new_password(state, sent))))
        .route("/login/company", form(|state, sent| Box::pin(forms::company(state, sent))))
        .route("/login/cancel", form(|state, sent| Box::pin(forms::cancel(state, sent))))
        .route("/login/language", form(|state, sent| Box::pin(forms::language(state, sent))))
        .route("/assets/{file}", get(asset));
    ::pages::compressed(routes)
}

/// Routes a form to the step that takes it.
fn form(
    take: impl for<'a> Fn(&'a IdentityState, &'a mut Submission) -> Taking<'a> + Clone + Send + Sync + 'static,
) -> MethodRouter<IdentityState> {
    let answer = |State(state): State<IdentityState>, request: Request<Body>| async move {
        taken(&state, request, take).await
    };
    post(answer).get(opened_by_hand)
}

/// Answers somebody who reloads, or comes back to, a page that was the answer to a form.
async fn opened_by_hand(State(state): State<IdentityState>, headers: HeaderMap) -> Response {
    LoginPageError::notice(Notice::Start, StatusCode::METHOD_NOT_ALLOWED).into_response(&state, &headers)
}

/// `GET /assets/{file}`: style sheet, script and icon. Their names change with their contents.
async fn asset(State(state): State<IdentityState>, uri: Uri, headers: HeaderMap) -> Response {
    let Some(asset) = assets::find(uri.path()) else {
        return LoginPageError::notice(Notice::Start, StatusCode::NOT_FOUND).into_response(&state, &headers);
    };
    let mut response = Response::new(Body::from(asset.content.as_str()));
    let fixed = [
        (header::CONTENT_TYPE, asset.content_type),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    for (name, value) in fixed {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
