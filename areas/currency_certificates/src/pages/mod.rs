//! Certificates in the online bank: the messages of the company, each with its certificates, their fields in words and
//! the reasons of those that were rejected; its document and status report as files; and a form to send a file, for
//! people without software.

mod amount;
mod complaint;
mod detail;
mod fields;
mod files;
mod labels;
mod list;
mod send;
mod waiting;
mod words;

pub use waiting::CertificatesGuide;

use axum::Router;
use axum::routing::get;
use clients::Role;
use pages::{AreaPages, OnlineBank, PageError};
use uuid::Uuid;

use crate::state::CertificatesState;
use crate::task::TaskState;
use crate::viewer::Viewer;
use crate::work::intake_error::IntakeError;

pub type CertificatesPages = AreaPages<CertificatesState>;

pub fn routes(pages: CertificatesPages) -> Router {
    Router::new()
        .route("/bank/certificates", get(list::get).post(send::post))
        .route("/bank/certificates/new", get(send::get))
        .route("/bank/certificates/{id}", get(detail::get))
        .route("/bank/certificates/{id}/document", get(files::document))
        .route("/bank/certificates/{id}/status-report", get(files::status_report))
        .with_state(pages)
}

/// Takes the person as somebody who may see tasks: a user of the online bank.
fn viewer(bank: &OnlineBank) -> Result<Viewer, PageError> {
    if !bank.roles.iter().any(|role| role == Role::ONLINE_USER) {
        return Err(PageError::Forbidden);
    }
    Ok(Viewer { company: bank.company.clone(), user: bank.user.clone(), client: None })
}

/// Reads the identifier in a path. A text that is none belongs to no task.
fn task_id(text: &str) -> Result<Uuid, PageError> {
    text.parse().map_err(|_| PageError::NotFound)
}

const fn badge(state: TaskState) -> &'static str {
    match state {
        TaskState::Registered => "",
        TaskState::Checking => "busy",
        TaskState::Accepted => "good",
        TaskState::PartlyAccepted => "warning",
        TaskState::Rejected => "bad",
    }
}

/// Ends a page when the area fails, and not the person.
fn failed(error: IntakeError) -> PageError {
    match error {
        IntakeError::NotActing => PageError::Forbidden,
        IntakeError::BrokenOff(reason) => PageError::Edge(edge::EdgeError::internal(reason)),
        IntakeError::Store(error) => error.into(),
        IntakeError::Violations(violations) => PageError::Edge(edge::EdgeError::internal(format!(
            "a stored document is not valid: {violations}"
        ))),
        IntakeError::MessageUsed { .. } | IntakeError::TransactionsUsed(_) => PageError::Conflict,
    }
}
