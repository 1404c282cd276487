//! `GET /authorize` and the pages that follow it, until the browser is sent back to the client (spec section 4.1).
//!
//! [`authorize`] begins a login; [`password`], [`second_factor`] and [`company`] each take one form of it;
//! [`outcome`] turns where a step led into the next page or the way back. [`submission`] is what every form has to
//! pass first. A step that finds the login elsewhere (a second click, the browser's back button) shows the page of
//! the stage that the login is at.

mod assets;
mod authorize;
mod begin;
mod company;
mod fault;
mod outcome;
mod password;
mod sealed;
mod second_factor;
mod submission;
mod switches;

use axum::routing::{get, post};
use http::{HeaderMap, StatusCode};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::pages::notice::Notice;
use crate::state::IdentityState;

pub(super) use self::begin::{Beginning, begin};
pub(super) use self::fault::{FailurePages, PageFault};
pub(super) use self::outcome::{Told, circumstances};

pub use self::fault::notice_page;

/// The routes that a browser uses. Only the first is part of the contract with clients.
pub fn router() -> OpenApiRouter<IdentityState> {
    OpenApiRouter::new()
        .routes(routes!(authorize::get, authorize::post))
        .route("/login", post(password::post).get(opened_by_hand))
        .route("/login/code", post(second_factor::post).get(opened_by_hand))
        .route("/login/company", post(company::post).get(opened_by_hand))
        .route("/login/cancel", post(switches::cancel).get(opened_by_hand))
        .route("/login/language", post(switches::language).get(opened_by_hand))
        .route("/assets/{file}", get(assets::get))
}

/// Somebody reloads, or comes back to, a page that was the answer to a form.
async fn opened_by_hand(
    axum::extract::State(state): axum::extract::State<IdentityState>,
    headers: HeaderMap,
) -> axum::response::Response {
    PageFault::notice(Notice::Start, StatusCode::METHOD_NOT_ALLOWED).into_response(&state, &headers)
}
