//! Faults of this area: text/plain, as spec section 7 has it.

use axum::response::{IntoResponse, Response};
use edge::{AreaError, DescribedError, Fault};
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
    Fault(Fault),
}

impl AreaError for CertificatesError {}

impl DescribedError for CertificatesError {
    type Body = String;
}

impl From<Fault> for CertificatesError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<StoreError> for CertificatesError {
    fn from(error: StoreError) -> Self {
        Self::Fault(fault_of(&error))
    }
}

impl From<IntakeError> for CertificatesError {
    fn from(error: IntakeError) -> Self {
        match error {
            IntakeError::Violations(violations) => Self::Violations(violations),
            IntakeError::MessageUsed { .. } | IntakeError::TransactionsUsed(_) => Self::Used(error.used()),
            IntakeError::NotActing => Self::Fault(Fault::Forbidden),
            IntakeError::BrokenOff(reason) => Self::Fault(Fault::internal(reason)),
            IntakeError::Store(error) => Self::from(error),
        }
    }
}

fn fault_of(error: &StoreError) -> Fault {
    if error.is_temporary() { Fault::Unavailable } else { Fault::internal(error.to_string()) }
}

impl IntoResponse for CertificatesError {
    fn into_response(self) -> Response {
        match self {
            Self::Violations(violations) => (StatusCode::BAD_REQUEST, violations.to_string()).into_response(),
            Self::Used(text) => (StatusCode::CONFLICT, text).into_response(),
            Self::Fault(fault) => fault.respond(|_, message| message.to_owned()),
        }
    }
}
