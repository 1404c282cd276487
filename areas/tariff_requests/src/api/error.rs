//! The errors of the area and their one body (spec section 7, row Tariff change; TAR-09).

use axum::Json;
use axum::response::{IntoResponse, Response};
use edge::{EdgeError, trace_id};
use http::StatusCode;
use kernel::{Instant, SeededRandomness};
use serde_json::{Value, json};

use super::wire::{ErrorCode, TariffErrorBody};
use crate::broken_rule::BrokenRule;
use crate::request::RequestId;
use crate::request_query::{RequestQuery, RequestQueryError};
use crate::request_state::RequestState;
use crate::work::failure::Failure;

#[derive(Debug)]
pub(crate) struct Violation {
    field: &'static str,
    message: &'static str,
}

impl Violation {
    pub(super) const fn new(field: &'static str, message: &'static str) -> Self {
        Self { field, message }
    }
}

#[derive(Debug)]
pub(crate) enum TariffError {
    /// 400: fields of the request break rules.
    Violations(Vec<Violation>),
    /// 400: the filter or the sort of the list is not understood.
    Query(RequestQueryError),
    Rule(BrokenRule),
    /// 403: the caller has no role for this area.
    AccessDenied,
    Edge(EdgeError),
}

edge::area_error!(TariffError, TariffErrorBody);

edge::error_examples! { TariffError:
    FIELD_MISSING "fieldMissing": "A field is missing." => Violation::new("tariffPlan", "must not be empty").into();
    ID_MALFORMED "idMalformed": "The id is no number." => Violation::new("id", "must be an int64").into();
    FILTER_MALFORMED "filterMalformed":
        "The filter or sort is not understood; `data` has its position and what is allowed there." => {
            let refused = RequestQuery::new(Some("stat==DONE"), &[], 0, 1).err();
            refused.map_or(Self::AccessDenied, Self::from)
        };
    CLIENT_NOT_FOUND "clientNotFound": "There is no such client." => BrokenRule::ClientNotFound.into();
    PLAN_NOT_FOUND "tariffPlanNotFound":
        "There is no such plan, or it is not offered." => BrokenRule::TariffPlanNotFound.into();
    REQUEST_NOT_FOUND "requestNotFound": "There is no such request." => BrokenRule::RequestNotFound.into();
    REQUEST_NOT_UNSIGNED "requestNotUnsigned":
        "Somebody has signed it." => BrokenRule::RequestNotUnsigned(RequestState::Signed).into();
    REQUEST_ALREADY_EXISTS "requestAlreadyExists":
        "A request of the client is open." => BrokenRule::RequestAlreadyExists(example_id()).into();
    FUTURE_CHANGE_NOT_FOUND "futureChangeNotFound":
        "There is no such change." => BrokenRule::FutureChangeNotFound.into();
    CANCEL_ALREADY_REQUESTED "cancelAlreadyRequested":
        "A letter was sent already." => BrokenRule::CancelAlreadyRequested(example_id()).into();
    ACCESS_DENIED "accessDenied": "The user does not have the role ONLINE-USER." => Self::AccessDenied;
}

fn example_id() -> RequestId {
    RequestId::mint(Instant::from_unix_seconds(1_795_165_200), &SeededRandomness::new(1))
}

impl From<Violation> for TariffError {
    fn from(violation: Violation) -> Self {
        Self::Violations(vec![violation])
    }
}

impl From<BrokenRule> for TariffError {
    fn from(rule: BrokenRule) -> Self {
        Self::Rule(rule)
    }
}

impl From<RequestQueryError> for TariffError {
    fn from(error: RequestQueryError) -> Self {
        Self::Query(error)
    }
}

impl From<Failure> for TariffError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Rule(rule) => Self::Rule(rule),
            Failure::Store(error) => error.into(),
            Failure::Document(reason) => Self::Edge(EdgeError::internal(reason)),
            // No operation of the API takes a signature.
            Failure::Signature(fault) => Self::Edge(EdgeError::internal(fault.code())),
        }
    }
}

impl IntoResponse for TariffError {
    fn into_response(self) -> Response {
        match self {
            Self::Violations(violations) => {
                let list =
                    violations.iter().map(|found| json!({"field": found.field, "message": found.message}));
                let data = json!({"violations": list.collect::<Vec<_>>()});
                bad_request(ErrorCode::ValidationError, "The request is not valid", Some(data))
            }
            Self::Query(error) => {
                let (message, data) = query_fault(&error);
                bad_request(ErrorCode::ValidationError, &message, Some(data))
            }
            Self::Rule(rule) => {
                let (code, message, data) = refused(rule);
                bad_request(code, message, data)
            }
            Self::AccessDenied => EdgeError::Forbidden.respond(|status, _| {
                body(status, ErrorCode::AccessDenied, "The role ONLINE-USER is required", None)
            }),
            Self::Edge(fault) => {
                let code = code_of(&fault);
                fault.respond(|status, message| body(status, code, message, None))
            }
        }
    }
}

fn query_fault(error: &RequestQueryError) -> (String, Value) {
    let (parameter, fault) = match error {
        RequestQueryError::Filter(fault) => ("filter", fault),
        RequestQueryError::Sort(fault) => ("sort", fault),
    };
    let mut data = json!({"parameter": parameter, "position": fault.position(), "allowed": fault.allowed()});
    if let RequestQueryError::Sort(fault) = error {
        data["index"] = json!(fault.value_index());
    }
    (format!("The query parameter `{parameter}` is not understood: {fault}"), data)
}

/// Code, message and data of a rule. The rules of the online bank never come here; they are answered like what they are
/// nearest to, so that the match stays whole.
fn refused(rule: BrokenRule) -> (ErrorCode, &'static str, Option<Value>) {
    match rule {
        BrokenRule::ClientNotFound => {
            (ErrorCode::ClientNotFound, "The client is not found, or not one that the tokens act for", None)
        }
        BrokenRule::TariffPlanNotFound => (
            ErrorCode::TariffPlanNotFound,
            "The tariff plan is not found or not offered: send its code as the online bank shows it",
            None,
        ),
        BrokenRule::RequestNotFound => (
            ErrorCode::RequestNotFound,
            "The request is not found: GET /v1/ctcm/request/client/{cnum}/list lists those of the client",
            None,
        ),
        BrokenRule::RequestNotUnsigned(state)
        | BrokenRule::NotAwaitingSignature(state)
        | BrokenRule::TooLateToWithdraw(state) => (
            ErrorCode::RequestNotUnsigned,
            "Only an unsigned request can be deleted; withdraw a signed one in the online bank until the bank begins",
            Some(json!({"state": state.as_str()})),
        ),
        BrokenRule::RequestAlreadyExists(id) => (
            ErrorCode::RequestAlreadyExists,
            "The client has a request that is not finished: wait for its end, delete it while nobody has signed, or \
             withdraw it in the online bank until the bank begins",
            Some(json!({"id": id.number()})),
        ),
        BrokenRule::FutureChangeNotFound => (
            ErrorCode::FutureChangeNotFound,
            "The future tariff plan change is not found: send the id of one that is planned",
            None,
        ),
        BrokenRule::CancelAlreadyRequested(id) => (
            ErrorCode::CancelAlreadyRequested,
            "The cancellation of this change was requested already",
            Some(json!({"id": id.number()})),
        ),
        BrokenRule::NoSignatureToGive | BrokenRule::AlreadySigned => {
            (ErrorCode::ValidationError, "No signature of the caller is missing", None)
        }
        BrokenRule::LetterNotFound => (ErrorCode::ValidationError, "The letter is not found", None),
        BrokenRule::LetterFull => {
            (ErrorCode::ValidationError, "The letter has no room for another message", None)
        }
        BrokenRule::TooManyLetters => {
            (ErrorCode::ValidationError, "The client has sent too many letters", None)
        }
        BrokenRule::AttachmentNotFound => (ErrorCode::ValidationError, "The file is not found", None),
    }
}

fn bad_request(code: ErrorCode, message: &str, data: Option<Value>) -> Response {
    (StatusCode::BAD_REQUEST, body(StatusCode::BAD_REQUEST, code, message, data)).into_response()
}

/// TAR-09 settles the codes; the status tells the rest.
const fn code_of(fault: &EdgeError) -> ErrorCode {
    match fault {
        EdgeError::MissingCredentials { .. } | EdgeError::InvalidToken(_) | EdgeError::Mismatch => {
            ErrorCode::Unauthorized
        }
        EdgeError::Forbidden | EdgeError::CompanyStopped => ErrorCode::AccessDenied,
        EdgeError::Internal(_) | EdgeError::Unavailable | EdgeError::ReadOnly => ErrorCode::InternalError,
        EdgeError::NotFound
        | EdgeError::UnknownPath { .. }
        | EdgeError::MethodNotAllowed
        | EdgeError::PayloadTooLarge { .. }
        | EdgeError::KeyInProgress
        | EdgeError::KeyReused
        | EdgeError::KeysUsedUp { .. }
        | EdgeError::UnsupportedMediaType { .. }
        | EdgeError::Malformed { .. }
        | EdgeError::TooManyRequests { .. }
        | EdgeError::Timeout => ErrorCode::ValidationError,
    }
}

fn body(status: StatusCode, code: ErrorCode, message: &str, data: Option<Value>) -> Json<TariffErrorBody> {
    let name = status.canonical_reason().unwrap_or_default().to_uppercase().replace([' ', '-'], "_");
    Json(TariffErrorBody {
        code,
        trace_id: trace_id(),
        message: message.to_owned(),
        data,
        status: format!("{} {name}", status.as_u16()),
    })
}
