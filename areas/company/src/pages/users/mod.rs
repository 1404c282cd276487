//! `/bank/users`: who may do what for the company, and its signature scheme, for its administrators (ONL-06).

mod detail;
mod list;
mod rights;
mod scheme;
mod words;
mod words_scheme;

use ::pages::{Language, OnlineBank, PageError};
use axum::Router;
use axum::routing::{get, post};
use clients::{CompanyUser, Rights, UserStatus};
use kernel::UserId;

use self::words::Words;
use super::administration;
use crate::pages::CompanyPages;

pub use self::scheme::SchemeGuide;

pub(super) fn routes() -> Router<CompanyPages> {
    Router::new()
        .route("/bank/users", get(list::get))
        .route("/bank/users/{id}", get(detail::get))
        .route("/bank/users/{id}/rights", post(rights::post))
        .route("/bank/users/{id}/lock", post(rights::lock))
        .route("/bank/users/{id}/unlock", post(rights::unlock))
        .route(scheme::PATH, get(scheme::get).post(scheme::post))
        .route("/bank/signature-scheme/confirm", post(scheme::confirm))
        .route("/bank/signature-scheme/refuse", post(scheme::refuse))
}

/// Reads the user of a path; a text that is no identifier names nobody.
fn user_id(text: &str) -> Result<UserId, PageError> {
    text.parse().map_err(|_| PageError::NotFound)
}

/// Reads a user whom the person at the page decides about, who is never the own person.
fn other_id(text: &str, bank: &OnlineBank) -> Result<UserId, PageError> {
    let id = user_id(text)?;
    if id == bank.user { Err(PageError::Forbidden) } else { Ok(id) }
}

/// Names the status of a user, with the class of its badge.
fn status(user: &CompanyUser, words: &'static Words) -> (&'static str, &'static str) {
    match (user.status, user.is_locked) {
        (UserStatus::Active, false) => (words.works, "good"),
        (UserStatus::Active, true) => (words.locked, "warning"),
        (UserStatus::Locked | UserStatus::Closed, _) => (words.stopped, "bad"),
    }
}

fn rights_text(rights: Rights, language: Language) -> String {
    if rights.is_empty() {
        return Words::of(language).no_rights.to_owned();
    }
    administration::rights_text(rights, language)
}
