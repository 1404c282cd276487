//! Statements made in the browser (ONL-03): a file, a template or an earlier statement becomes a roll, the roll is
//! shown with what the checks find, and becomes a statement when the person says so.

pub(super) mod file;
mod make;
mod new;
mod sample;
mod show;
mod templates;
mod words;

use axum::Router;
use axum::routing::{get, post};
use pages::PageError;

pub(super) use show::cell_fault;

use super::PayrollPages;
use crate::roll::RollId;

pub(super) fn routes() -> Router<PayrollPages> {
    Router::new()
        .route("/bank/payroll/new", get(new::get).post(new::post))
        .route("/bank/payroll/sample.csv", get(sample::csv))
        .route("/bank/payroll/sample.xlsx", get(sample::xlsx))
        .route("/bank/payroll/rolls/{id}", get(show::get).post(make::post))
        .route("/bank/payroll/rolls/{id}/delete", post(templates::delete))
        .route("/bank/payroll/rolls/{id}/keep", post(templates::keep))
        .route("/bank/payroll/rolls/{id}/use", post(templates::take))
        .route("/bank/payroll/{id}/copy", post(templates::copy))
}

/// Returns the roll that an address names; what is no identifier is no roll.
fn identifier(text: &str) -> Result<RollId, PageError> {
    text.parse().map_err(|_| PageError::NotFound)
}

/// A field that keeps a form from being taken: the element of the page, and what is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
struct WrongField {
    element: &'static str,
    text: String,
}
