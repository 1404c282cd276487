//! The operations over HTTP.

mod accept;
mod document_body;
mod error;
mod online_user;
mod sandbox;
mod submit;
mod task;
mod wire;

pub(crate) use sandbox::{SANDBOX_PREFIXES, sandbox_routes};

use axum::extract::FromRef;
use edge::{About, AreaLimits, Edge, OperationList, Operations, operation};

use crate::state::{CertificatesState, DOCUMENT_BYTES_MAX};
use error::CertificatesError;

/// The paths of this area, with everything below them.
pub(crate) const PREFIXES: &[&str] = &["/v1/iso20022"];

const LIMITS: AreaLimits = AreaLimits::new("currency_certificates", DOCUMENT_BYTES_MAX);

const ABOUT: About = About {
    title: "Currency transaction certificate import",
    version: "1.2.0",
    description: "Import of currency transaction certificates: ISO 20022 auth.024 in, a task out, its status and an \
        auth.027 status report.",
    tags: &[("Currency certificates", "Certificates of currency transactions (spec sections 2.3 and 4.3).")],
};

impl FromRef<CertificatesState> for Edge {
    fn from_ref(state: &CertificatesState) -> Self {
        state.edge.clone()
    }
}

pub static OPERATIONS: Operations<CertificatesState> =
    Operations::new::<CertificatesError>(LIMITS, ABOUT, operations);

fn operations() -> OperationList<CertificatesState> {
    OperationList::new()
        .routes(operation!(
            submit::import_currency_transaction_certificate,
            CertificatesError::VIOLATIONS,
            CertificatesError::MESSAGE_USED,
            CertificatesError::TRANSACTION_USED
        ))
        .routes(operation!(task::get_certificate_task, CertificatesError::NOT_FOUND))
        .routes(operation!(task::get_certificate_status_report, CertificatesError::NOT_FOUND))
}
