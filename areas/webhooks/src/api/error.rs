//! The errors of the area and their one body.

use axum::Json;
use axum::response::{IntoResponse, Response};
use edge::{EdgeError, trace_id};
use http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use super::wire::cursor_text;
use crate::webhook::{WEBHOOKS_PER_COMPANY_MAX, WantedError};
use crate::work::administration::WebhookError;
use crate::work::redeliver::REDELIVERED_MAX;
use outgoing::address::AddressError;

/// Everything that can go wrong in this area.
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
    fn refused(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self::Refused { status, code, message: message.into(), through: None }
    }

    fn forbidden(message: &'static str) -> Self {
        Self::refused(StatusCode::FORBIDDEN, "FORBIDDEN", message)
    }

    /// Refuses an address to which nothing is delivered.
    pub(super) fn url(error: AddressError) -> Self {
        Self::refused(StatusCode::BAD_REQUEST, "URL_REFUSED", format!("`url` {error}"))
    }
}

impl From<WantedError> for ApiError {
    fn from(error: WantedError) -> Self {
        Self::refused(StatusCode::BAD_REQUEST, "TYPES_REFUSED", format!("`types`: {error}"))
    }
}

impl From<WebhookError> for ApiError {
    fn from(error: WebhookError) -> Self {
        match error {
            WebhookError::Period => Self::refused(
                StatusCode::BAD_REQUEST,
                "PERIOD_REFUSED",
                format!(
                    "Name `eventId`, or `from` and a later `to`; up to {REDELIVERED_MAX} events are delivered again"
                ),
            ),
            WebhookError::NotAllowed | WebhookError::ClientNotFound => Self::forbidden(
                "Only an administrator of the company may do this, with software that is registered for the company",
            ),
            WebhookError::NotOnline => Self::forbidden("The role ONLINE-USER is required"),
            WebhookError::NotListed => Self::forbidden(
                "Only a user who may act for the company may read its events, with software that is registered for \
                 the company",
            ),
            WebhookError::NotReadable => Self::forbidden(
                "Only a user who may see payroll statements may have payroll events delivered: leave them out, or \
                 have somebody else do it",
            ),
            WebhookError::NotFound => Self::refused(
                StatusCode::NOT_FOUND,
                "NOT_FOUND",
                "There is no such webhook of this software: GET /v1/webhooks lists its own",
            ),
            WebhookError::EventNotFound => Self::refused(
                StatusCode::NOT_FOUND,
                "NOT_FOUND",
                "The webhook was never to be told of this event: GET …/deliveries lists those that it was",
            ),
            WebhookError::TooMany => Self::refused(
                StatusCode::CONFLICT,
                "TOO_MANY",
                format!("A company has at most {WEBHOOKS_PER_COMPANY_MAX} webhooks: delete one"),
            ),
            WebhookError::Changed | WebhookError::MadeBefore => Self::refused(
                StatusCode::CONFLICT,
                "CHANGED",
                "The webhook has changed meanwhile: read it again",
            ),
            WebhookError::SwitchedOff => Self::refused(
                StatusCode::CONFLICT,
                "SWITCHED_OFF",
                "The webhook is switched off: POST …/on switches it on",
            ),
            WebhookError::Forgotten => Self::refused(
                StatusCode::GONE,
                "FORGOTTEN",
                "The events after `after` are older than the bank keeps them: read the state of things anew, and \
                 events without `after`",
            ),
            WebhookError::Restored(through) => Self::Refused {
                status: StatusCode::GONE,
                code: "RESTORED",
                message: "The bank has restored its database, and events that you know are gone: read the state of \
                          what you wait for, then go on with `after` of this body"
                    .to_owned(),
                through: Some(through),
            },
            WebhookError::TooOften(error) => error.into(),
            WebhookError::Sealing(error) => EdgeError::internal(error.to_string()).into(),
            WebhookError::Secret(error) => EdgeError::internal(error.to_string()).into(),
            WebhookError::Store(error) => error.into(),
        }
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
