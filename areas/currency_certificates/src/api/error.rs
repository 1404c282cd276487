//! Errors of this area: text/plain, as spec section 7 has it.

use axum::response::{IntoResponse, Response};
use edge::EdgeError;
use http::StatusCode;
use iso20022::{Violation, Violations};

use crate::work::intake_error::IntakeError;

/// The sentence for whoever may not use the area: each of these may be the reason.
const FORBIDDEN_TEXT: &str = "Access denied: this takes the role ONLINE-USER, and a user who may act for the company \
    of the login, with software that is registered for it";

#[derive(Debug)]
pub(crate) enum CertificatesError {
    /// 400: the document is not valid.
    Violations(Violations),
    /// 409: the company has used the message id or transaction ids, which this text names.
    Used(String),
    /// An error that every area has.
    Edge(EdgeError),
}

edge::area_error!(CertificatesError, String);

edge::error_examples! { CertificatesError:
    VIOLATIONS "violations":
        "The document is not valid: every violation, up to 50, each on a line of its own." => {
            let path = "/Document/PmtRgltryInfNtfctn/GrpHdr/NbOfItms".to_owned();
            let reason = "says 2, but TxNtfctn occurs 1 times".to_owned();
            Self::Violations(Violations::of(vec![Violation { line: 6, column: 7, path, reason }]))
        };
    MESSAGE_USED "messageUsed":
        "The company has used the message id." => {
            let message_id = "ROMASHKA-2026-0001".to_owned();
            let task = "019aa0b0-61e0-7d3c-9d2a-4f4bd2b5a6c1".to_owned();
            IntakeError::MessageUsed { message_id, task }.into()
        };
    TRANSACTION_USED "transactionUsed":
        "The company has used a transaction id, or the message has it more than once."
        => IntakeError::TransactionsUsed(vec!["ROMASHKA-TX-0001".to_owned()]).into();
    FORBIDDEN "forbidden":
        "The user has no role ONLINE-USER, or may not act for the company any more, or not with this software."
        => Self::Edge(EdgeError::Forbidden);
    NOT_FOUND "notFound": "There is no such task, or it is somebody else's." => Self::Edge(EdgeError::NotFound);
}

impl From<IntakeError> for CertificatesError {
    fn from(error: IntakeError) -> Self {
        match error {
            IntakeError::Violations(violations) => Self::Violations(violations),
            IntakeError::MessageUsed { .. } | IntakeError::TransactionsUsed(_) => Self::Used(error.used()),
            IntakeError::NotActing => Self::Edge(EdgeError::Forbidden),
            IntakeError::BrokenOff(reason) => Self::Edge(EdgeError::internal(reason)),
            IntakeError::Store(error) => error.into(),
        }
    }
}

impl IntoResponse for CertificatesError {
    fn into_response(self) -> Response {
        match self {
            Self::Violations(violations) => (StatusCode::BAD_REQUEST, violations.to_string()).into_response(),
            Self::Used(text) => (StatusCode::CONFLICT, text).into_response(),
            Self::Edge(fault) => fault.respond(|status, message| {
                if status == StatusCode::FORBIDDEN { FORBIDDEN_TEXT } else { message }.to_owned()
            }),
        }
    }
}
