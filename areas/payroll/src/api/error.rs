//! Faults of this area in the body of spec section 7.

use axum::Json;
use axum::response::{IntoResponse, Response};
use edge::{AreaError, DescribedError, EdgeError};
use http::StatusCode;
use store::StoreError;

use super::wire::{CodedMessage, ErrorBody};
use crate::lifecycle::StatementStatus;
use crate::submission::FieldError;
use crate::work::take_in::TakeInError;
use crate::work::validate::ValidateError;

/// Everything that can go wrong in this area.
#[derive(Debug)]
pub(crate) enum PayrollError {
    /// 400: fields of the request are wrong; all of them.
    Fields(Vec<FieldError>),
    /// 404: the debit account is not the company's, is closed or blocked.
    AccountNotFound,
    /// 404: the company has no such statement, or the user may not see it.
    StatementNotFound,
    /// 403 without a body: the user has no payroll right.
    NoRight,
    /// Errors of every area.
    Edge(EdgeError),
}

impl AreaError for PayrollError {}

impl DescribedError for PayrollError {
    type Body = ErrorBody;
}

impl From<EdgeError> for PayrollError {
    fn from(fault: EdgeError) -> Self {
        Self::Edge(fault)
    }
}

impl From<StoreError> for PayrollError {
    fn from(error: StoreError) -> Self {
        Self::Edge(if error.is_temporary() {
            EdgeError::Unavailable
        } else {
            EdgeError::internal(error.to_string())
        })
    }
}

impl From<TakeInError> for PayrollError {
    fn from(error: TakeInError) -> Self {
        match error {
            TakeInError::Exists(status) => Self::Fields(vec![exists(status)]),
            TakeInError::NumbersExhausted => {
                Self::Fields(vec![FieldError::new("number", "all numbers of this year are given")])
            }
            TakeInError::Store(error) => error.into(),
        }
    }
}

impl From<ValidateError> for PayrollError {
    fn from(error: ValidateError) -> Self {
        match error {
            ValidateError::Store(error) => error.into(),
            error @ (ValidateError::NoCompany(_) | ValidateError::Interrupted(_)) => {
                EdgeError::internal(error.to_string()).into()
            }
        }
    }
}

/// Returns the fault of a name that the company has given to a statement already.
pub(super) fn exists(status: StatementStatus) -> FieldError {
    let message =
        format!("externalId: a statement with this externalId already exists, its status is {status}");
    FieldError::new("externalId", message)
}

impl PayrollError {
    /// Makes the answer 400 about one field.
    pub(super) fn field(field: &'static str, message: impl Into<String>) -> Self {
        Self::Fields(vec![FieldError::new(field, message)])
    }

    /// Returns the same error, with a malformed request told as the fault of this field.
    pub(super) fn at(self, field: &'static str) -> Self {
        match self {
            Self::Edge(EdgeError::Malformed { message }) => Self::field(field, message),
            other => other,
        }
    }
}

impl IntoResponse for PayrollError {
    fn into_response(self) -> Response {
        match self {
            Self::Fields(faults) => {
                let errors = faults
                    .into_iter()
                    .map(|fault| CodedMessage { code: fault.field.to_owned(), message: fault.message });
                body(StatusCode::BAD_REQUEST, errors.collect())
            }
            Self::AccountNotFound => not_found("account", "The account is not found"),
            Self::StatementNotFound => not_found("externalId", "There is no statement with this externalId"),
            Self::NoRight => StatusCode::FORBIDDEN.into_response(),
            Self::Edge(fault) => fault.respond(|status, message| {
                let code = status.canonical_reason().unwrap_or_default().to_uppercase().replace(' ', "_");
                body(status, vec![CodedMessage { code, message: message.to_owned() }])
            }),
        }
    }
}

fn not_found(code: &str, message: &str) -> Response {
    let error = CodedMessage { code: code.to_owned(), message: message.to_owned() };
    body(StatusCode::NOT_FOUND, vec![error])
}

fn body(status: StatusCode, errors: Vec<CodedMessage>) -> Response {
    (status, Json(ErrorBody { trace_id: edge::trace_id(), errors })).into_response()
}
