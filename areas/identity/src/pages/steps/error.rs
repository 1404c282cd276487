//! Errors that end a request of the pages early, and the page that says so.

use ::pages::{Cookies, Page, Switch, choose_language};
use axum::response::Response;
use edge::EdgeError;
use http::{HeaderMap, StatusCode};
use store::StoreError;
use utoipa::IntoResponses;

use crate::pages::notice::{Notice, NoticePage};
use crate::pages::{Shell, Unwritable};
use crate::state::IdentityState;
use crate::work::WorkError;

/// Seconds after which a person may try again when the server could not do its work.
const RETRY_AFTER_S: i64 = 5;

/// Describes the pages that tell what the server could not do.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "for the description; `LoginPageError` answers")]
pub(crate) enum FailurePages {
    /// A page: a fault of the bank.
    #[response(status = 500, content_type = "text/html", example = json!("<!DOCTYPE html><title>Не получилось</title>"))]
    Internal(String),
    /// A page: worth a retry.
    #[response(status = 503, content_type = "text/html", headers(("Retry-After" = u32, description = "Seconds to wait.")),
        example = json!("<!DOCTYPE html><title>Не получилось</title>"))]
    Unavailable(String),
}

/// Error that ends a request with a notice. What went wrong inside goes to the log and nowhere else.
#[derive(Debug)]
pub(crate) struct LoginPageError {
    notice: Notice,
    status: StatusCode,
    retry_after_s: Option<i64>,
    for_log: Option<String>,
}

impl LoginPageError {
    /// Makes an error that the person, or the client that sent the person, can mend.
    pub(crate) const fn notice(notice: Notice, status: StatusCode) -> Self {
        Self { notice, status, retry_after_s: None, for_log: None }
    }

    fn failed(status: StatusCode, reason: impl Into<String>) -> Self {
        let retry_after_s = (status == StatusCode::SERVICE_UNAVAILABLE).then_some(RETRY_AFTER_S);
        Self { notice: Notice::Failed, status, retry_after_s, for_log: Some(reason.into()) }
    }

    /// Makes an error for a bug or a damaged database.
    pub(crate) fn internal(reason: impl Into<String>) -> Self {
        Self::failed(StatusCode::INTERNAL_SERVER_ERROR, reason)
    }

    pub(crate) fn into_response(self, state: &IdentityState, headers: &HeaderMap) -> Response {
        if let Some(reason) = &self.for_log {
            tracing::error!(trace.id = %edge::trace_id(), "a page of the login failed: {reason}");
        }
        page(state, headers, self.notice, self.status, self.retry_after_s)
    }
}

/// Shows a notice in the frame of the bank, in the language of the request.
#[must_use]
pub(crate) fn notice_page(
    state: &IdentityState,
    headers: &HeaderMap,
    notice: Notice,
    status: StatusCode,
) -> Response {
    let retry_after_s = (status == StatusCode::SERVICE_UNAVAILABLE).then_some(RETRY_AFTER_S);
    page(state, headers, notice, status, retry_after_s)
}

fn page(
    state: &IdentityState,
    headers: &HeaderMap,
    notice: Notice,
    status: StatusCode,
    retry_after_s: Option<i64>,
) -> Response {
    let chosen = Cookies::of(&state.settings.issuer).language(headers);
    let language = choose_language(None, chosen, headers);
    let shell = Shell { brand: &state.settings.brand, language, switch: Switch::None, menu: None };
    let context = edge::RequestContext::current();
    let reference = context.as_deref().map(edge::RequestContext::request_id).unwrap_or_default();
    let html = NoticePage { notice, reference }.html(&shell).unwrap_or_default();
    Page { status, retry_after_s, ..Page::new(html, language) }.into_response()
}

impl From<EdgeError> for LoginPageError {
    fn from(fault: EdgeError) -> Self {
        let status = fault.status();
        match fault {
            EdgeError::TooManyRequests { retry_after_s } => Self {
                retry_after_s: i64::try_from(retry_after_s).ok(),
                ..Self::notice(Notice::TooMany, status)
            },
            EdgeError::Internal(message) => Self::internal(message.for_log()),
            EdgeError::Unavailable => Self::failed(status, "not available at this moment"),
            EdgeError::MissingCredentials
            | EdgeError::InvalidToken(_)
            | EdgeError::Mismatch
            | EdgeError::Forbidden
            | EdgeError::NotFound
            | EdgeError::MethodNotAllowed
            | EdgeError::PayloadTooLarge { .. }
            | EdgeError::UnsupportedMediaType
            | EdgeError::Malformed { .. }
            | EdgeError::Timeout => Self::notice(Notice::Start, status),
        }
    }
}

impl From<StoreError> for LoginPageError {
    fn from(error: StoreError) -> Self {
        let status = match &error {
            StoreError::Busy(_) | StoreError::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self::failed(status, error.to_string())
    }
}

impl From<Unwritable> for LoginPageError {
    fn from(error: Unwritable) -> Self {
        Self::internal(error.to_string())
    }
}

impl From<serde_json::Error> for LoginPageError {
    fn from(error: serde_json::Error) -> Self {
        Self::internal(error.to_string())
    }
}

impl From<WorkError> for LoginPageError {
    fn from(error: WorkError) -> Self {
        match error {
            WorkError::Store(error) => error.into(),
            WorkError::QueueFull(error) => Self::failed(StatusCode::SERVICE_UNAVAILABLE, error.to_string()),
            WorkError::Interrupted(_)
            | WorkError::Sealing(_)
            | WorkError::SecondFactor(_)
            | WorkError::SigningKey(_)
            | WorkError::Claims(_) => Self::internal(error.to_string()),
        }
    }
}
