//! Agreements in the online bank: the list of a company, and one agreement with everything that it says.

mod detail;
mod document;
mod fields;
mod list;
mod words;

use axum::Router;
use axum::routing::get;
use pages::{AreaPages, PageError};
use store::Store;

use crate::work::Failure;

pub type AgreementsPages = AreaPages<Store>;

pub fn routes(pages: AgreementsPages) -> Router {
    Router::new()
        .route("/bank/agreements", get(list::get))
        .route("/bank/agreements/{id}", get(detail::get))
        .with_state(pages)
}

/// A company that the person may not see is as absent as one that does not exist.
impl From<Failure> for PageError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::NotPermitted => Self::NotFound,
            Failure::Store(error) => error.into(),
        }
    }
}

/// Chooses the class of the badge of a status; the bank may have others, which get none.
fn badge(status: Option<&str>) -> &'static str {
    match status {
        Some("ACTIVE") => "good",
        Some("SIGNING") => "warning",
        _ => "",
    }
}
