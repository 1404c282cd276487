//! Errors that end a request of the pages early, and the page that says so.

use ::pages::{Cookies, Page, Switch, choose_language};
use axum::response::Response;
use edge::{EdgeError, ErrorAnswer, ToldError};
use http::{HeaderMap, StatusCode};
use kernel::{InternalError, Language};
use store::StoreError;

use crate::pages::notice::Notice;
use crate::pages::words::Words;
use crate::pages::{Shell, Unwritable};
use crate::state::IdentityState;
use crate::work::WorkError;

/// Seconds after which a person may try again when the server could not do its work.
const RETRY_AFTER_S: i64 = 5;

/// Page of an error, for the description: when it comes, its sentences and its status.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageExample(&'static str, Notice, StatusCode);

impl From<PageExample> for ErrorAnswer {
    fn from(PageExample(when, notice, status): PageExample) -> Self {
        let (title, _) = notice.texts(Words::of(Language::default()));
        Self::of_page(when, status, format!("<!DOCTYPE html><title>{title}</title>"))
    }
}

pub type Result<T, E = LoginPageError> = std::result::Result<T, E>;

/// Error that ends a request with a notice. What went wrong inside goes to the log and nowhere else.
#[derive(Debug)]
pub struct LoginPageError {
    notice: Notice,
    status: StatusCode,
    retry_after_s: Option<i64>,
    for_log: Option<String>,
    /// The change that a developer has to make: shown in a sandbox alone, and told to the log of calls without its
    /// values.
    remedy: Option<Remedy>,
}

/// A fault in the request of a developer's software.
#[derive(Clone, Debug)]
pub(crate) struct Remedy {
    /// In general, without values of the request.
    pub(crate) fault: &'static str,
    /// In full.
    pub(crate) text: String,
}

impl LoginPageError {
    pub(crate) const BAD_CLIENT: PageExample = PageExample(
        "A page: the client, the URI or the token is not known, or the form cannot be read.",
        Notice::BadClient,
        StatusCode::BAD_REQUEST,
    );
    pub(crate) const FORM_TOO_SLOW: PageExample =
        PageExample("A page: the form did not arrive in time.", Notice::Start, StatusCode::REQUEST_TIMEOUT);
    pub(crate) const FORM_TOO_LONG: PageExample =
        PageExample("A page: more than 16 KiB.", Notice::Start, StatusCode::PAYLOAD_TOO_LARGE);
    pub(crate) const NO_FORM: PageExample =
        PageExample("A page: not a form.", Notice::Start, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    pub(crate) const TOO_MANY: PageExample = PageExample(
        "A page: too many logins were begun from this address.",
        Notice::TooMany,
        StatusCode::TOO_MANY_REQUESTS,
    );
    pub(crate) const FAILED: PageExample =
        PageExample("A page: a fault of the bank.", Notice::Failed, StatusCode::INTERNAL_SERVER_ERROR);
    pub(crate) const UNAVAILABLE: PageExample =
        PageExample("A page: worth a retry.", Notice::Failed, StatusCode::SERVICE_UNAVAILABLE);

    /// Makes an error that the person, or the client that sent the person, can mend.
    pub const fn notice(notice: Notice, status: StatusCode) -> Self {
        Self { notice, status, retry_after_s: None, for_log: None, remedy: None }
    }

    fn failed(status: StatusCode, reason: impl Into<String>) -> Self {
        let retry_after_s = (status == StatusCode::SERVICE_UNAVAILABLE).then_some(RETRY_AFTER_S);
        Self { notice: Notice::Failed, status, retry_after_s, for_log: Some(reason.into()), remedy: None }
    }

    /// Returns the same error with what a developer has to change.
    pub(crate) fn with_remedy(self, fault: &'static str, text: String) -> Self {
        Self { remedy: Some(Remedy { fault, text }), ..self }
    }

    /// Makes an error for a bug or a damaged database.
    pub(crate) fn internal(reason: impl Into<String>) -> Self {
        Self::failed(StatusCode::INTERNAL_SERVER_ERROR, reason)
    }

    /// Returns the page that says so, in the language of the browser.
    pub fn into_response(self, state: &IdentityState, headers: &HeaderMap) -> Response {
        if let Some(reason) = &self.for_log {
            tracing::error!(trace.id = %edge::trace_id(), "a page of the login failed: {reason}");
        }
        let is_sandbox = state.settings.is_sandbox;
        let remedy = self.remedy.as_ref().filter(|_| is_sandbox).map(|remedy| remedy.text.as_str());
        let language = choose_language(None, Cookies::at(&state.settings.issuer), headers);
        let shell = Shell { brand: &state.settings.brand, language, switch: Switch::None, menu: None };
        let context = edge::RequestContext::current();
        let reference = context.as_deref().map(edge::RequestContext::request_id).unwrap_or_default();
        let html = self.notice.html(&shell, remedy, reference).unwrap_or_default();
        let page =
            Page { status: self.status, retry_after_s: self.retry_after_s, ..Page::new(html, language) };
        let mut response = page.into_response();
        if let Some(Remedy { fault, .. }) = self.remedy {
            let told = ToldError { code: "invalid_request".to_owned(), message: fault.to_owned() };
            response.extensions_mut().insert(told);
        }
        response
    }
}

impl From<EdgeError> for LoginPageError {
    fn from(fault: EdgeError) -> Self {
        let status = fault.status();
        match fault {
            EdgeError::KeysUsedUp { retry_after_s, .. } | EdgeError::TooManyRequests { retry_after_s } => {
                Self {
                    retry_after_s: i64::try_from(retry_after_s).ok(),
                    ..Self::notice(Notice::TooMany, status)
                }
            }
            EdgeError::Internal(message) => Self::internal(message.for_log()),
            EdgeError::Unavailable | EdgeError::ReadOnly => {
                Self::failed(status, "not available at this moment")
            }
            _ => Self::notice(Notice::Start, status),
        }
    }
}

impl From<StoreError> for LoginPageError {
    fn from(error: StoreError) -> Self {
        WorkError::from(error).into()
    }
}

impl From<Unwritable> for LoginPageError {
    fn from(error: Unwritable) -> Self {
        Self::internal(error.to_string())
    }
}

impl From<WorkError> for LoginPageError {
    fn from(error: WorkError) -> Self {
        let status = if error.is_temporary() {
            StatusCode::SERVICE_UNAVAILABLE
        } else {
            StatusCode::INTERNAL_SERVER_ERROR
        };
        Self::failed(status, error.to_string())
    }
}
