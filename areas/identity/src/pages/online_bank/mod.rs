//! The online bank's own pages at the identity provider: login, logout, another company, another language. The pages of
//! the areas are their own; what they all share is in the crate `pages`.

mod login;
mod ports;
mod session;

use axum::Router;
use axum::routing::{get, post};

use super::steps::error::LoginPageError;
use super::{OnlineBankPages, Pages};

pub fn pages(pages: OnlineBankPages) -> Router {
    Router::new()
        .route(::pages::LOGIN_PATH, get(login::login))
        .route("/bank/logout", post(session::logout))
        .route("/bank/company", get(login::company).post(login::change_company))
        .route(::pages::SESSION_PATH, get(session::get).post(session::post))
        .route(::pages::CONFIRMATION_PASSKEY_PATH, post(session::passkey))
        .route(::pages::LANGUAGE_PATH, post(session::language))
        .merge(super::security::routes())
        .with_state(pages)
}

/// Shows an error of a page of the login, which has a page of its own.
fn failed(
    pages: &OnlineBankPages,
    headers: &http::HeaderMap,
    error: LoginPageError,
) -> axum::response::Response {
    error.into_response(&pages.area, headers)
}
