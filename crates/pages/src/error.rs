//! The errors of pages.

use std::pin::Pin;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use edge::{AreaPath, EdgeError};
use http::StatusCode;
use percent_encoding::{AsciiSet, utf8_percent_encode};
use store::StoreError;
use thiserror::Error;

use crate::Section;
use crate::answer::UNRESERVED;
use crate::paths::LOGIN_PATH;
use crate::words::{Notice, Words};

/// The characters that the `next` of a login leaves unescaped.
pub(crate) const NEXT: &AsciiSet = &UNRESERVED.remove(b'/');

/// A page cannot be written: only a fault of the formatter can cause that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a page could not be written")]
pub struct Unwritable;

impl From<askama::Error> for Unwritable {
    fn from(_: askama::Error) -> Self {
        Self
    }
}

/// Error of a page of the online bank. It becomes a page in the bank's frame, in the person's language; its cause
/// inside the bank goes to the log and nowhere else.
#[derive(Debug)]
pub enum PageError {
    /// Nobody is logged in: 303 to the login, and from there to `next`.
    LogIn {
        /// The target of the person: a path of the online bank.
        next: String,
    },
    /// 404: no such thing, or somebody else's.
    NotFound,
    /// 404: a link that works once, and was used or withdrawn, is too old, or is for somebody else.
    LinkOver,
    /// 200: a page after the last of a list, which may have become shorter.
    PastEnd,
    /// 403: the person sees the thing, but has no right to do this.
    Forbidden,
    /// 403: the bank asks for a second factor here, and the person has none.
    FactorNeeded,
    /// 403: the form comes from elsewhere or is of another session.
    Foreign,
    /// 409: the thing has changed since the page was shown.
    Conflict,
    /// An error that every request can meet.
    Edge(EdgeError),
}

/// Marks a response that has no page yet: [`Site::routes`](crate::Site::routes) writes it, because it knows the bank's
/// name and the person's language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unwritten {
    pub(crate) notice: fn(&'static Words) -> Notice,
    /// The section in which the person can mend it.
    pub(crate) toward: Option<Section>,
}

/// Marks the way to the login: the form of such a request is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoggedOut;

pub type PageResult = Result<Response, PageError>;

/// The answer of a port: a future behind a trait.
pub type Reply<'a, T> = Pin<Box<dyn Future<Output = Result<T, PageError>> + Send + 'a>>;

/// A part of the path; what is none is answered with the error page.
pub type PagePath = AreaPath<PageError, String>;

impl PageError {
    fn notice(&self) -> (StatusCode, fn(&'static Words) -> Notice) {
        match self {
            Self::LogIn { .. } => (StatusCode::SEE_OTHER, |words| words.not_found),
            Self::NotFound => (StatusCode::NOT_FOUND, |words| words.not_found),
            Self::LinkOver => (StatusCode::NOT_FOUND, |words| words.link_over),
            Self::PastEnd => (StatusCode::OK, |words| words.past_end),
            Self::Forbidden => (StatusCode::FORBIDDEN, |words| words.forbidden),
            Self::FactorNeeded => (StatusCode::FORBIDDEN, |words| words.factor_needed),
            Self::Foreign => (StatusCode::FORBIDDEN, |words| words.foreign),
            Self::Conflict => (StatusCode::CONFLICT, |words| words.conflict),
            Self::Edge(error) => (error.status(), notice_of(error)),
        }
    }
}

fn notice_of(error: &EdgeError) -> fn(&'static Words) -> Notice {
    match error {
        EdgeError::NotFound | EdgeError::UnknownPath { .. } | EdgeError::MethodNotAllowed => {
            |words| words.not_found
        }
        EdgeError::Forbidden
        | EdgeError::MissingCredentials { .. }
        | EdgeError::InvalidToken(_)
        | EdgeError::Mismatch => |words| words.forbidden,
        EdgeError::PayloadTooLarge { .. } => |words| words.too_large,
        EdgeError::UnsupportedMediaType { .. }
        | EdgeError::Malformed { .. }
        | EdgeError::Timeout
        | EdgeError::KeyReused => |words| words.malformed,
        EdgeError::KeyInProgress => |words| words.conflict,
        EdgeError::KeysUsedUp { .. } | EdgeError::TooManyRequests { .. } => |words| words.too_many,
        EdgeError::Internal(_) | EdgeError::Unavailable => |words| words.failed,
        EdgeError::ReadOnly => |words| words.read_only,
        EdgeError::CompanyStopped => |words| words.company_stopped,
    }
}

impl IntoResponse for PageError {
    fn into_response(self) -> Response {
        if let Self::LogIn { next } = &self {
            let next = utf8_percent_encode(next, NEXT);
            let mut response = crate::see_other(&format!("{LOGIN_PATH}?next={next}"));
            response.extensions_mut().insert(LoggedOut);
            return response;
        }
        let (status, notice) = self.notice();
        let mut response = match &self {
            Self::Edge(error) => error.respond(|_, _| Body::empty()),
            _ => Response::new(Body::empty()),
        };
        *response.status_mut() = status;
        let toward = matches!(self, Self::FactorNeeded).then_some(Section::Security);
        response.extensions_mut().insert(Unwritten { notice, toward });
        response
    }
}

impl From<EdgeError> for PageError {
    fn from(error: EdgeError) -> Self {
        Self::Edge(error)
    }
}

impl From<StoreError> for PageError {
    fn from(error: StoreError) -> Self {
        Self::Edge(error.into())
    }
}

impl From<askama::Error> for PageError {
    fn from(_: askama::Error) -> Self {
        Unwritable.into()
    }
}

impl From<Unwritable> for PageError {
    fn from(error: Unwritable) -> Self {
        Self::Edge(EdgeError::internal(error.to_string()))
    }
}
