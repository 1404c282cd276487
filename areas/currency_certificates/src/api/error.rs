//! Faults of this area: text/plain, as spec section 7 has it.

use axum::response::{IntoResponse, Response};
use edge::{AreaError, DescribedError, EdgeError};
use http::StatusCode;
use iso20022::Violations;
use store::StoreError;

use crate::work::intake_error::IntakeError;

/// Everything that can go wrong in this area.
#[derive(Debug)]
pub(crate) enum CertificatesError {
    /// 400: the document is not valid.
    Violations(Violations),
    /// 409: the company has used the message id or transaction ids, which this text names.
    Used(String),
    /// An error that every area has.
    Edge(EdgeError),
}

impl AreaError for CertificatesError {}

impl DescribedError for CertificatesError {
    type Body = String;
}

impl From<EdgeError> for CertificatesError {
    fn from(fault: EdgeError) -> Self {
        Self::Edge(fault)
    }
}

impl From<StoreError> for CertificatesError {
    fn from(error: StoreError) -> Self {
        Self::Edge(fault_of(&error))
    }
}

impl From<IntakeError> for CertificatesError {
    fn from(error: IntakeError) -> Self {
        match error {
            IntakeError::Violations(violations) => Self::Violations(violations),
            IntakeError::MessageUsed { .. } | IntakeError::TransactionsUsed(_) => Self::Used(error.used()),
            IntakeError::NotActing => Self::Edge(EdgeError::Forbidden),
            IntakeError::BrokenOff(reason) => Self::Edge(EdgeError::internal(reason)),
            IntakeError::Store(error) => Self::from(error),
        }
    }
}

fn fault_of(error: &StoreError) -> EdgeError {
    if error.is_temporary() { EdgeError::Unavailable } else { EdgeError::internal(error.to_string()) }
}

impl IntoResponse for CertificatesError {
    fn into_response(self) -> Response {
        match self {
            Self::Violations(violations) => (StatusCode::BAD_REQUEST, violations.to_string()).into_response(),
            Self::Used(text) => (StatusCode::CONFLICT, text).into_response(),
            Self::Edge(fault) => fault.respond(|_, message| message.to_owned()),
        }
    }
}
