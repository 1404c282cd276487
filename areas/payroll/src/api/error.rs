//! Errors of this area in the body of spec section 7.

use axum::Json;
use axum::response::{IntoResponse, Response};
use edge::{EdgeError, ErrorExample};
use http::StatusCode;

use super::wire::{CodedMessage, ErrorBody};
use crate::identifier::ExternalIdError;
use crate::lifecycle::StatementStatus;
use crate::submission::{FieldError, Likeness};
use crate::work::take_in::TakeInError;

#[derive(Debug)]
pub(crate) enum PayrollError {
    /// 400: fields of the request are wrong; all of them.
    Fields(Vec<FieldError>),
    /// 404: the debit account is not the company's.
    AccountNotFound,
    /// 404: the company has no such statement, or the user may not see it.
    StatementNotFound,
    /// 403 without a body: the user has no payroll right.
    NoRight,
    Edge(EdgeError),
}

edge::area_error!(PayrollError, ErrorBody);

impl PayrollError {
    pub(super) const FIELDS_WRONG: ErrorExample<Self> =
        ErrorExample::new("fields", "Fields are wrong; all of them are named.", || {
            Self::Fields(vec![
                FieldError::new("account", "account must be exactly 20 digits"),
                FieldError::new("responsiblePerson", "responsiblePerson.phone is required"),
                FieldError::new("transfers", "transfers[0].amount must be a number, without quotes"),
            ])
        });
    pub(super) const STATEMENT_EXISTS: ErrorExample<Self> =
        ErrorExample::new("exists", "The statement has arrived before, with the same content.", || {
            TakeInError::Exists(StatementStatus::Processing, Likeness::Same).into()
        });
    pub(super) const EXTERNAL_ID_TAKEN: ErrorExample<Self> = ErrorExample::new(
        "externalIdTaken",
        "Another statement of the company has this `externalId`; this one was not stored.",
        || TakeInError::Exists(StatementStatus::Processing, Likeness::Other).into(),
    );
    pub(super) const EXTERNAL_ID_MALFORMED: ErrorExample<Self> =
        ErrorExample::new("externalIdMalformed", "`externalId` violates its pattern.", || {
            Self::external_id(ExternalIdError)
        });
    pub(super) const LIMIT_OUT_OF_RANGE: ErrorExample<Self> =
        ErrorExample::new("limitOutOfRange", "`offset` or `limit` is out of range.", || {
            Self::field("limit", "The query parameter `limit` must be from 1 to 100, not `101`")
        });
    pub(super) const BODY_MALFORMED: ErrorExample<Self> =
        ErrorExample::new("malformed", "The body is no JSON object.", || {
            EdgeError::malformed("The body is not valid: the key `payload` occurs twice at line 1 column 24")
                .into()
        });
    pub(super) const NO_RIGHT: ErrorExample<Self> =
        ErrorExample::new("noRight", "The user has no payroll right; without a body.", || Self::NoRight);
    pub(super) const ACCOUNT_NOT_FOUND: ErrorExample<Self> =
        ErrorExample::new("accountNotFound", "The account is not the company's.", || Self::AccountNotFound);
    pub(super) const STATEMENT_NOT_FOUND: ErrorExample<Self> =
        ErrorExample::new("statementNotFound", "There is no such statement.", || Self::StatementNotFound);
}

impl From<TakeInError> for PayrollError {
    fn from(error: TakeInError) -> Self {
        match error {
            TakeInError::Exists(status, likeness) => Self::Fields(vec![exists(status, likeness)]),
            TakeInError::NumbersExhausted => Self::field(
                "number",
                "number: all numbers of this year are given: send one, which another statement may have too",
            ),
            TakeInError::Store(error) => error.into(),
        }
    }
}

/// Returns the error of a name that the company has given to a statement already.
pub(super) fn exists(status: StatementStatus, likeness: Likeness) -> FieldError {
    let with = match likeness {
        Likeness::Same => " with the same content",
        Likeness::Other => " with other content",
        Likeness::Unknown => "",
    };
    let message =
        format!("externalId: a statement with this externalId already exists{with}, its status is {status}");
    FieldError::new("externalId", message)
}

impl PayrollError {
    /// Makes the answer 400 about one field.
    pub(super) fn field(field: &'static str, message: impl Into<String>) -> Self {
        Self::Fields(vec![FieldError::new(field, message)])
    }

    /// Makes the answer 400 about a name that is no `externalId`.
    pub(super) fn external_id(error: ExternalIdError) -> Self {
        Self::field("externalId", format!("externalId {error}"))
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
                body(StatusCode::BAD_REQUEST, faults.into_iter().map(CodedMessage::from).collect())
            }
            Self::AccountNotFound => {
                not_found("account", "The account is not found: GET /v1/accounts lists those of the company")
            }
            Self::StatementNotFound => not_found(
                "externalId",
                "There is no statement with this externalId that the user may see: look at the company of the tokens",
            ),
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
