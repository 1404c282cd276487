//! Letters in the online bank: the list, a letter with its files, a new one, and answers.

mod form;
mod letter;
mod list;
mod new;
mod places;
mod words;

pub(super) use places::Places;
pub(super) use words::Words;

use axum::Router;
use axum::routing::{get, post};
use pages::{PageError, Section};
use uuid::Uuid;

use super::TariffPages;

pub(super) fn routes() -> Router<TariffPages> {
    Router::new()
        .route(Section::Letters.path(), get(list::get))
        .route("/bank/letters/new", get(new::get).post(new::post))
        .route("/bank/letters/read", post(list::read))
        .route("/bank/letters/{id}", get(letter::get))
        .route("/bank/letters/{id}/answer", post(letter::answer))
        .route("/bank/letters/{id}/files/{file}", get(letter::file))
}

/// Reads an identifier of a path; a text that is none names nothing.
fn identifier(text: &str) -> Result<Uuid, PageError> {
    text.parse().map_err(|_| PageError::NotFound)
}
