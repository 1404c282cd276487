//! Pages that follow `GET /authorize` and `GET /bank/login`, until the browser is sent back to the client or to the
//! online bank (spec section 4.1).
//!
//! [`begin`] shows the first page; [`password`], [`passkey`], [`second_factor`] and [`company`] each take one form;
//! [`outcome`] turns the outcome of a step into the next page or the way back. [`submission`] checks what every form
//! has to pass first. A step that finds the login elsewhere (a second click, the browser's back button) shows the
//! page of the stage that the login is at.

mod assets;
pub(crate) mod begin;
mod company;
pub mod error;
mod new_password;
mod outcome;
mod passkey;
mod password;
pub(crate) mod redirect;
mod sealed;
mod second_factor;
pub(crate) mod session_cookie;
pub mod submission;
mod switches;
pub(crate) mod view;

use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::{get, post};
use http::{HeaderMap, StatusCode};

use self::error::LoginPageError;
use super::notice::Notice;
use crate::state::IdentityState;

/// Returns the routes that the forms of a login lead to. They are no part of the contract with clients.
pub(crate) fn router() -> Router<IdentityState> {
    let routes = Router::new()
        .route("/login", post(password::post).get(opened_by_hand))
        .route("/login/passkey", post(passkey::post).get(opened_by_hand))
        .route(view::PASSKEY_CHALLENGE_PATH, post(passkey::challenge).get(opened_by_hand))
        .route("/login/code", post(second_factor::post).get(opened_by_hand))
        .route("/login/new-password", post(new_password::post).get(opened_by_hand))
        .route("/login/company", post(company::post).get(opened_by_hand))
        .route("/login/cancel", post(switches::cancel).get(opened_by_hand))
        .route("/login/language", post(switches::language).get(opened_by_hand))
        .route("/assets/{file}", get(assets::get));
    ::pages::compressed(routes)
}

/// Answers somebody who reloads, or comes back to, a page that was the answer to a form.
async fn opened_by_hand(State(state): State<IdentityState>, headers: HeaderMap) -> Response {
    LoginPageError::notice(Notice::Start, StatusCode::METHOD_NOT_ALLOWED).into_response(&state, &headers)
}
