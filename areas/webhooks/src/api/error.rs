//! The errors of the area and their one body.

use axum::Json;
use axum::response::{IntoResponse, Response};
use edge::{EdgeError, trace_id};
use http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use super::cursor::cursor_text;
use crate::webhook::{WEBHOOKS_PER_COMPANY_MAX, WantedError};
use crate::work::administration::WebhookError;
use crate::work::redeliver::REDELIVERED_MAX;
use outgoing::address::AddressError;

/// Everything that can go wrong in this area.
#[derive(Debug)]
pub(crate) enum ApiError {
    /// 400: the address may not be delivered to.
    Url(AddressError),
    /// 400: the types are not understood.
    Types(WantedError),
    /// 400: the period ends before it begins, or neither event nor period is named.
    Period,
    /// 403: the user may not do this.
    NotAllowed,
    /// 404: there is no such webhook, or it is somebody else's; or no such event of it.
    NotFound,
    /// 409: the company has as many as it may have.
    TooMany,
    /// 409: it has changed meanwhile.
    Changed,
    /// 409: it is switched off.
    SwitchedOff,
    /// 410: the events after the cursor are forgotten.
    Forgotten,
    /// 410: the cursor is of a database that was lost; this one has the events through this number.
    Restored(i64),
    /// An error that every area has.
    Edge(EdgeError),
}

edge::area_error!(ApiError, WebhooksErrorBody);

edge::error_examples! { ApiError:
    URL_REFUSED "urlRefused": "Events may not be delivered to the address." => Self::Url(AddressError::Private);
    TYPE_UNKNOWN "typeUnknown":
        "`types` names none, or something else." => Self::Types(WantedError::Unknown("payroll.paid".to_owned()));
    PERIOD "periodMalformed":
        "The body names neither an event nor a period that begins before it ends." => Self::Period;
    NOT_ALLOWED "notAllowed": "The user has not the right that this takes." => Self::NotAllowed;
    NOT_FOUND "notFound":
        "There is no such webhook, or it is another company's or software's; or it was never to be told of the event."
        => Self::NotFound;
    TOO_MANY "tooMany": "The company has as many webhooks as it may have." => Self::TooMany;
    CHANGED "changed": "Somebody else changed it at the same moment." => Self::Changed;
    SWITCHED_OFF "switchedOff": "The webhook is switched off." => Self::SwitchedOff;
    FORGOTTEN "forgotten":
        "Events after `after` are older than the bank keeps them: read the state of things anew, and events without \
         `after`."
        => Self::Forgotten;
    RESTORED "restored":
        "The bank has restored its database, and events that were told before `after` are gone: read the state of \
         what you wait for, then go on with the `after` of this body."
        => Self::Restored(42);
}

/// The body of every error of events and webhooks.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WebhooksErrorBody {
    /// The kind of the error, for programs.
    #[schema(examples("NOT_FOUND"))]
    code: &'static str,
    /// The error in words, for the person who integrates.
    #[schema(min_length = 1, examples("There is no such webhook"))]
    message: String,
    /// The trace of the request, for questions to the bank.
    trace_id: String,
    /// With the code `RESTORED`: the cursor with which to go on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(examples("000000000000002a"))]
    after: Option<String>,
}

impl From<WantedError> for ApiError {
    fn from(error: WantedError) -> Self {
        Self::Types(error)
    }
}

impl From<WebhookError> for ApiError {
    fn from(error: WebhookError) -> Self {
        match error {
            WebhookError::NotAllowed | WebhookError::NotReadable | WebhookError::ClientNotFound => {
                Self::NotAllowed
            }
            WebhookError::NotFound | WebhookError::EventNotFound => Self::NotFound,
            WebhookError::TooMany => Self::TooMany,
            WebhookError::Changed | WebhookError::MadeBefore => Self::Changed,
            WebhookError::SwitchedOff => Self::SwitchedOff,
            WebhookError::Period => Self::Period,
            WebhookError::Forgotten => Self::Forgotten,
            WebhookError::Restored(through) => Self::Restored(through),
            WebhookError::TooOften(error) => error.into(),
            WebhookError::Sealing(error) => EdgeError::internal(error.to_string()).into(),
            WebhookError::Secret(error) => EdgeError::internal(error.to_string()).into(),
            WebhookError::Store(error) => error.into(),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let after = match self {
            Self::Restored(through) => Some(cursor_text(through)),
            _ => None,
        };
        let (status, code, message) = match self {
            Self::Url(error) => (StatusCode::BAD_REQUEST, "URL_REFUSED", format!("`url` {error}")),
            Self::Types(error) => (StatusCode::BAD_REQUEST, "TYPES_REFUSED", format!("`types`: {error}")),
            Self::Period => (
                StatusCode::BAD_REQUEST,
                "PERIOD_REFUSED",
                format!(
                    "Name `eventId`, or `from` and a later `to`; up to {REDELIVERED_MAX} events are delivered again"
                ),
            ),
            Self::NotAllowed => (
                StatusCode::FORBIDDEN,
                "FORBIDDEN",
                "Only an administrator of the company who may see what the webhook is told of may do this".to_owned(),
            ),
            Self::NotFound => (
                StatusCode::NOT_FOUND,
                "NOT_FOUND",
                "There is no such webhook or event of this software: GET /v1/webhooks lists its own".to_owned(),
            ),
            Self::TooMany => (
                StatusCode::CONFLICT,
                "TOO_MANY",
                format!("A company has at most {WEBHOOKS_PER_COMPANY_MAX} webhooks: delete one"),
            ),
            Self::Changed => (
                StatusCode::CONFLICT,
                "CHANGED",
                "The webhook has changed meanwhile: read it again".to_owned(),
            ),
            Self::SwitchedOff => (
                StatusCode::CONFLICT,
                "SWITCHED_OFF",
                "The webhook is switched off: POST …/on switches it on".to_owned(),
            ),
            Self::Forgotten => (
                StatusCode::GONE,
                "FORGOTTEN",
                "The events after `after` are older than the bank keeps them".to_owned(),
            ),
            Self::Restored(_) => (
                StatusCode::GONE,
                "RESTORED",
                "The bank has restored its database, and events that you know are gone: read the state of what you \
                 wait for, then go on with `after` of this body"
                    .to_owned(),
            ),
            Self::Edge(fault) => return fault.respond(|status, message| body(code_of(status), message, None)),
        };
        (status, body(code, &message, after)).into_response()
    }
}

fn body(code: &'static str, message: &str, after: Option<String>) -> Json<WebhooksErrorBody> {
    Json(WebhooksErrorBody { code, message: message.to_owned(), trace_id: trace_id(), after })
}

fn code_of(status: StatusCode) -> &'static str {
    match status {
        StatusCode::UNAUTHORIZED => "UNAUTHORIZED",
        StatusCode::FORBIDDEN => "FORBIDDEN",
        StatusCode::NOT_FOUND => "NOT_FOUND",
        StatusCode::REQUEST_TIMEOUT => "REQUEST_TIMEOUT",
        StatusCode::TOO_MANY_REQUESTS => "TOO_MANY_REQUESTS",
        StatusCode::CONFLICT => "KEY_IN_PROGRESS",
        StatusCode::UNPROCESSABLE_ENTITY => "KEY_REUSED",
        StatusCode::LOCKED => "COMPANY_STOPPED",
        status if status.is_client_error() => "MALFORMED",
        StatusCode::SERVICE_UNAVAILABLE => "UNAVAILABLE",
        _ => "INTERNAL",
    }
}
