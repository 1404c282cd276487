//! What ends a page early.

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use edge::{AreaError, Fault};
use http::StatusCode;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use store::StoreError;
use thiserror::Error;

use crate::paths::LOGIN_PATH;
use crate::words::{Notice, Words};

/// What need not be escaped in the `next` of a login.
const NEXT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// A page cannot be written: only a fault of the formatter can cause that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a page could not be written")]
pub struct Unwritable;

impl From<askama::Error> for Unwritable {
    fn from(_: askama::Error) -> Self {
        Self
    }
}

/// What ends a page of the online bank early. It becomes a page in the bank's frame, in the person's language; what
/// went wrong inside goes to the log and nowhere else.
#[derive(Debug)]
pub enum PageError {
    /// Nobody is logged in: 303 to the login, and from there to `next`.
    LogIn {
        /// Where the person wanted to go: a path of the online bank.
        next: String,
    },
    /// 404: no such thing, or somebody else's.
    NotFound,
    /// 403: the person sees the thing, but has no right to do this.
    Forbidden,
    /// 403: the form comes from elsewhere or is of another session.
    Foreign,
    /// 409: the thing has changed since the page was shown.
    Conflict,
    /// What every request can meet.
    Fault(Fault),
}

/// Marks a response that has no page yet: [`Desk::routes`](crate::Desk::routes) writes it, because it knows the bank's
/// name and the person's language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unwritten(pub(crate) fn(&'static Words) -> Notice);

impl PageError {
    fn notice(&self) -> (StatusCode, fn(&'static Words) -> Notice) {
        match self {
            Self::LogIn { .. } => (StatusCode::SEE_OTHER, |words| words.not_found),
            Self::NotFound => (StatusCode::NOT_FOUND, |words| words.not_found),
            Self::Forbidden => (StatusCode::FORBIDDEN, |words| words.forbidden),
            Self::Foreign => (StatusCode::FORBIDDEN, |words| words.foreign),
            Self::Conflict => (StatusCode::CONFLICT, |words| words.conflict),
            Self::Fault(fault) => (fault.status(), notice_of(fault)),
        }
    }
}

fn notice_of(fault: &Fault) -> fn(&'static Words) -> Notice {
    match fault {
        Fault::NotFound | Fault::MethodNotAllowed => |words| words.not_found,
        Fault::Forbidden | Fault::MissingCredentials | Fault::InvalidToken(_) | Fault::Mismatch => {
            |words| words.forbidden
        }
        Fault::PayloadTooLarge { .. } => |words| words.too_large,
        Fault::UnsupportedMediaType | Fault::Malformed { .. } | Fault::Timeout => |words| words.malformed,
        Fault::TooManyRequests { .. } => |words| words.too_many,
        Fault::Internal(_) | Fault::Unavailable => |words| words.failed,
    }
}

impl IntoResponse for PageError {
    fn into_response(self) -> Response {
        if let Self::LogIn { next } = &self {
            let next = utf8_percent_encode(next, NEXT);
            return crate::see_other(&format!("{LOGIN_PATH}?next={next}"));
        }
        let (status, notice) = self.notice();
        let mut response = match &self {
            Self::Fault(fault) => fault.respond(|_, _| Body::empty()),
            _ => Response::new(Body::empty()),
        };
        *response.status_mut() = status;
        response.extensions_mut().insert(Unwritten(notice));
        response
    }
}

impl AreaError for PageError {}

impl From<Fault> for PageError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<StoreError> for PageError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Busy(_) | StoreError::Unavailable(_) => Self::Fault(Fault::Unavailable),
            other => Self::Fault(Fault::internal(other.to_string())),
        }
    }
}

impl From<askama::Error> for PageError {
    fn from(_: askama::Error) -> Self {
        Unwritable.into()
    }
}

impl From<Unwritable> for PageError {
    fn from(error: Unwritable) -> Self {
        Self::Fault(Fault::internal(error.to_string()))
    }
}
