//! The errors of the area and their one body.

use axum::Json;
use axum::response::{IntoResponse, Response};
use edge::{EdgeError, trace_id};
use http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use super::wire::cursor_text;
use crate::webhook::WantedError;
use crate::work::administration::WebhookError;
use outgoing::address::AddressError;

#[derive(Debug)]
pub(crate) enum ApiError {
    Refused {
        status: StatusCode,
        code: &'static str,
        message: String,
        /// With the code `RESTORED`: the last number that this database has.
        through: Option<i64>,
    },
    /// An error that every area has.
    Edge(EdgeError),
}

edge::area_error!(ApiError, WebhooksErrorBody);

edge::error_examples! { ApiError:
    URL_REFUSED "urlRefused": "Events may not be delivered to the address." => Self::url(AddressError::Private);
    TYPE_UNKNOWN "typeUnknown":
        "`types` names none, or something else." => WantedError::Unknown("payroll.paid".to_owned()).into();
    PERIOD "periodMalformed":
        "The body names neither an event nor a period that begins before it ends." => WebhookError::Period.into();
    NOT_ALLOWED "notAllowed": "The user has not the role or the right that this takes, or not with this software."
        => WebhookError::NotAllowed.into();
    NOT_LISTED "notListed": "The user may not act for the company, or not with this software."
        => WebhookError::NotListed.into();
    NOT_READABLE "notReadable": "The user may not see payroll statements, of which the webhook is to be told."
        => WebhookError::NotReadable.into();
    NOT_FOUND "notFound":
        "There is no such webhook, or it is another company's or software's; or it was never to be told of the event."
        => WebhookError::NotFound.into();
    TOO_MANY "tooMany": "The company has as many webhooks as it may have." => WebhookError::TooMany.into();
    CHANGED "changed": "Somebody else changed it at the same moment." => WebhookError::Changed.into();
    SWITCHED_OFF "switchedOff": "The webhook is switched off." => WebhookError::SwitchedOff.into();
    FORGOTTEN "forgotten":
        "Events after `after` are older than the bank keeps them: read the state of things anew, and events without \
         `after`."
        => WebhookError::Forgotten.into();
    RESTORED "restored":
        "The bank has restored its database, and events that were told before `after` are gone: read the state of \
         what you wait for, then go on with the `after` of this body."
        => WebhookError::Restored(42).into();
}

/// The body of every error of events and webhooks.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WebhooksErrorBody {
    /// The kind of the error, for programs.
    #[schema(examples("NOT_FOUND"))]
    code: &'static str,
    /// The error in words, for the person who integrates.
    #[schema(
        min_length = 1,
        examples("There is no such webhook of this software: GET /v1/webhooks lists its own")
    )]
    message: String,
    /// The trace of the request, for questions to the bank.
    trace_id: String,
    /// With the code `RESTORED`: the cursor with which to go on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(examples("000000000000002a"))]
    after: Option<String>,
}

impl ApiError {
    /// Refuses an address to which nothing is delivered.
    pub(super) fn url(error: AddressError) -> Self {
        Self::malformed("URL_REFUSED", format!("`url` {error}"))
    }

    const fn malformed(code: &'static str, message: String) -> Self {
        Self::Refused { status: StatusCode::BAD_REQUEST, code, message, through: None }
    }
}

impl From<WantedError> for ApiError {
    fn from(error: WantedError) -> Self {
        Self::malformed("TYPES_REFUSED", format!("`types`: {error}"))
    }
}

impl From<WebhookError> for ApiError {
    fn from(error: WebhookError) -> Self {
        let (status, code) = match error {
            WebhookError::Period => (StatusCode::BAD_REQUEST, "PERIOD_REFUSED"),
            WebhookError::NotAllowed
            | WebhookError::NotOnline
            | WebhookError::NotListed
            | WebhookError::NotReadable => (StatusCode::FORBIDDEN, "FORBIDDEN"),
            WebhookError::NotFound | WebhookError::EventNotFound => (StatusCode::NOT_FOUND, "NOT_FOUND"),
            WebhookError::TooMany => (StatusCode::CONFLICT, "TOO_MANY"),
            WebhookError::Changed => (StatusCode::CONFLICT, "CHANGED"),
            WebhookError::SwitchedOff => (StatusCode::CONFLICT, "SWITCHED_OFF"),
            WebhookError::Forgotten => (StatusCode::GONE, "FORGOTTEN"),
            WebhookError::Restored(_) => (StatusCode::GONE, "RESTORED"),
            // The API makes webhooks for the calling software, under identifiers that it mints.
            WebhookError::ClientNotFound => return WebhookError::NotAllowed.into(),
            WebhookError::MadeBefore => return WebhookError::Changed.into(),
            WebhookError::TooOften(error) => return error.into(),
            WebhookError::Sealing(error) => return EdgeError::internal(error.to_string()).into(),
            WebhookError::Secret(error) => return EdgeError::internal(error.to_string()).into(),
            WebhookError::Store(error) => return error.into(),
        };
        let through = if let WebhookError::Restored(through) = error { Some(through) } else { None };
        Self::Refused { status, code, message: error.to_string(), through }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        match self {
            Self::Refused { status, code, message, through } => {
                (status, body(code, message, through.map(cursor_text))).into_response()
            }
            Self::Edge(fault) => {
                fault.respond(|status, message| body(code_of(status), message.to_owned(), None))
            }
        }
    }
}

fn body(code: &'static str, message: String, after: Option<String>) -> Json<WebhooksErrorBody> {
    Json(WebhooksErrorBody { code, message, trace_id: trace_id(), after })
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
