//! Statements made in the browser (ONL-03): a file, a template or an earlier statement becomes a roll, the roll is
//! shown with what the checks find, and becomes a statement when the person says so.

pub(super) mod file;
mod forms;
mod new;
mod show;
mod words;

use axum::Router;
use axum::routing::{get, post};

pub(super) use show::cell_fault;

use super::PayrollPages;

pub(super) fn routes() -> Router<PayrollPages> {
    Router::new()
        .route("/bank/payroll/new", get(new::get).post(new::post))
        .route("/bank/payroll/sample.csv", get(new::sample_csv))
        .route("/bank/payroll/sample.xlsx", get(new::sample_xlsx))
        .route("/bank/payroll/rolls/{id}", get(show::get).post(forms::make_statement))
        .route("/bank/payroll/rolls/{id}/delete", post(forms::delete))
        .route("/bank/payroll/rolls/{id}/keep", post(forms::keep))
        .route("/bank/payroll/rolls/{id}/use", post(forms::take))
        .route("/bank/payroll/{id}/copy", post(forms::copy))
}

/// A field that keeps a form from being taken: the element of the page, and what is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
struct WrongField {
    element: &'static str,
    text: String,
}
