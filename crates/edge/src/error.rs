//! Errors that come before an area's own work, and the trait by which an area answers them in its own words.

use std::borrow::Cow;

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use kernel::InternalError;

use crate::token::TokenError;

/// An area's single error type: its `IntoResponse` is the exhaustive match into the area's error body
/// (spec section 7). Extractors and [`area_router`](crate::area_router) answer through it, so that even
/// an unknown path or a panic is answered in the body of the area.
pub trait AreaError: From<EdgeError> + IntoResponse + Send + 'static {}

impl<E: From<EdgeError> + IntoResponse + Send + 'static> AreaError for E {}

/// Lets an enum with the variant `Edge(EdgeError)` be an area's error, whose JSON body is `$body`: every error that is
/// one of all areas becomes that variant by `?`. Its `IntoResponse` is the area's own.
///
/// ```ignore
/// edge::area_error!(AccountsError, ErrorBody);
/// ```
#[macro_export]
macro_rules! area_error {
    ($error:ident, $body:ty) => {
        impl $crate::DescribedError for $error {
            type Body = $body;
        }

        impl<E: Into<$crate::EdgeError>> From<E> for $error {
            fn from(error: E) -> Self {
                Self::Edge(error.into())
            }
        }
    };
}

/// A message for the log. It has no `Display`, so that it cannot end up in a body by accident.
#[derive(Debug)]
pub struct InternalMessage(String);

impl InternalMessage {
    /// Keeps `message` for the log.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// The text, for a log line only.
    pub fn for_log(&self) -> &str {
        &self.0
    }
}

/// An error that every area can have. The area decides the body; status and headers come from here.
#[derive(Debug)]
pub enum EdgeError {
    /// 401: a required token was not sent, or not in this form.
    MissingCredentials { wanted: &'static str },
    /// 401: a token was sent and is not valid.
    InvalidToken(TokenError),
    /// 401: both tokens are valid, but do not name the same user, client and session.
    Mismatch,
    /// 403: the caller may not do this to something that the caller can see.
    Forbidden,
    /// 404: there is no such thing, or none that the caller may see.
    NotFound,
    /// 404: there is no operation at this path.
    UnknownPath {
        /// The place where it may be.
        hint: &'static str,
    },
    /// 405: the path exists, the method does not. `Allow` is added by [`area_router`](crate::area_router).
    MethodNotAllowed,
    /// 413: the body has more bytes than allowed.
    PayloadTooLarge { limit_bytes: usize },
    /// 409: the request with this `Idempotency-Key` is being answered at this moment.
    KeyInProgress,
    /// 422: the `Idempotency-Key` came with another request before.
    KeyReused,
    /// 429: the caller has as many `Idempotency-Key`s as may be.
    KeysUsedUp {
        most: i64,
        /// Whole seconds until one of them ends.
        retry_after_s: u64,
    },
    /// 415: the body is of another type or encoding.
    UnsupportedMediaType {
        /// The form to send it in.
        wanted: &'static str,
    },
    /// 400: the request does not have the promised form.
    Malformed {
        /// The error and its location, for the caller.
        message: String,
    },
    /// 429: too many requests.
    TooManyRequests {
        /// Whole seconds to wait, at least 1: the `Retry-After` header.
        retry_after_s: u64,
    },
    /// 408: the request's body did not arrive in time.
    Timeout,
    /// 500: a bug or broken data. The message goes to the log and nowhere else.
    Internal(InternalMessage),
    /// 503: not possible at this moment, worth a retry.
    Unavailable,
    /// 503: an operator has stopped every change.
    ReadOnly,
    /// 423: an operator has stopped every change of the caller's company.
    CompanyStopped,
}

/// Seconds after which a caller may retry after an unavailability.
const UNAVAILABLE_RETRY_AFTER_S: u64 = 1;
/// Seconds after which a caller may look whether changes are taken again.
const READ_ONLY_RETRY_AFTER_S: u64 = 30;

impl EdgeError {
    pub fn malformed(message: impl Into<String>) -> Self {
        Self::Malformed { message: message.into() }
    }

    /// A [`EdgeError::Internal`] that keeps `message` for the log.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::Internal(InternalMessage::new(message))
    }

    pub fn status(&self) -> StatusCode {
        match self {
            Self::MissingCredentials { .. } | Self::InvalidToken(_) | Self::Mismatch => {
                StatusCode::UNAUTHORIZED
            }
            Self::Forbidden => StatusCode::FORBIDDEN,
            Self::CompanyStopped => StatusCode::LOCKED,
            Self::NotFound | Self::UnknownPath { .. } => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::PayloadTooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::KeyInProgress => StatusCode::CONFLICT,
            Self::KeyReused => StatusCode::UNPROCESSABLE_ENTITY,
            Self::UnsupportedMediaType { .. } => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Malformed { .. } => StatusCode::BAD_REQUEST,
            Self::KeysUsedUp { .. } | Self::TooManyRequests { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::Timeout => StatusCode::REQUEST_TIMEOUT,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Unavailable | Self::ReadOnly => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// A sentence for the caller. It never tells more than the status allows: a wrong signature and an
    /// unknown key read alike.
    pub fn message(&self) -> Cow<'static, str> {
        match self {
            Self::MissingCredentials { wanted } => {
                format!("Required tokens are missing: send {wanted}").into()
            }
            Self::InvalidToken(TokenError::Expired) => {
                "The token has expired: refresh it with POST /token".into()
            }
            Self::InvalidToken(TokenError::WrongKind) => {
                "The token is of another kind: Authorization takes the access_token, Id-Token the id_token"
                    .into()
            }
            Self::InvalidToken(TokenError::Malformed | TokenError::TooLong) => {
                "The token is not valid: send the whole token once, as POST /token answered it".into()
            }
            Self::InvalidToken(_) => {
                "The token is not valid: it has ended or is not of this bank; log in again".into()
            }
            Self::Mismatch => {
                "The tokens do not belong together: send those of one answer of POST /token".into()
            }
            Self::Forbidden => {
                "Access denied: the rights of the user in the company do not reach this; its administrator gives them"
                    .into()
            }
            Self::NotFound => "Not found, or not of the company of the tokens: look at the identifier".into(),
            Self::UnknownPath { hint } => format!("Not found: {hint}").into(),
            Self::MethodNotAllowed => "Method not allowed: the header Allow names those that are".into(),
            Self::PayloadTooLarge { limit_bytes } => {
                format!("The body has more than {limit_bytes} bytes: divide it").into()
            }
            Self::KeyInProgress => {
                "The request with this Idempotency-Key is being answered: send it again after Retry-After".into()
            }
            Self::KeyReused => {
                "The Idempotency-Key came with another request before: send a new key with a new request".into()
            }
            Self::KeysUsedUp { most, .. } => format!(
                "The user has {most} keys with this software, as many as may be: one ends after the seconds of \
                 Retry-After"
            )
            .into(),
            Self::UnsupportedMediaType { wanted } => {
                format!("The content type is not supported: send {wanted}").into()
            }
            Self::Malformed { message } => message.clone().into(),
            Self::TooManyRequests { .. } => "Too many requests: wait for the seconds of Retry-After".into(),
            Self::Timeout => "The request did not arrive in time".into(),
            Self::Internal(_) => "Internal error".into(),
            Self::Unavailable => "Temporarily unavailable: send the same request again after Retry-After".into(),
            Self::ReadOnly => {
                "The bank takes no changes at this moment: nothing was changed, and reading goes on; send the same \
                 request again after Retry-After"
                    .into()
            }
            Self::CompanyStopped => {
                "The bank takes no changes of this company at this moment: nothing was changed, and reading goes on; \
                 ask the bank"
                    .into()
            }
        }
    }

    /// The whole answer: `body` makes the area's body out of status and message, the headers that belong
    /// to the error (`WWW-Authenticate`, `Retry-After`) are added, and an internal message is logged.
    pub fn respond<B: IntoResponse>(&self, body: impl FnOnce(StatusCode, &str) -> B) -> Response {
        if let Self::Internal(message) = self {
            tracing::error!(trace.id = %crate::trace_id(), "request failed: {}", message.for_log());
        }
        let status = self.status();
        let mut response = body(status, &self.message()).into_response();
        *response.status_mut() = status;
        if let Some((name, value)) = self.header() {
            response.headers_mut().insert(name, value);
        }
        response
    }

    fn header(&self) -> Option<(http::HeaderName, HeaderValue)> {
        match self {
            // RFC 6750 section 3: no error code when nothing was sent.
            Self::MissingCredentials { .. } => {
                Some((header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer")))
            }
            Self::InvalidToken(_) | Self::Mismatch => {
                Some((header::WWW_AUTHENTICATE, HeaderValue::from_static(r#"Bearer error="invalid_token""#)))
            }
            Self::KeysUsedUp { retry_after_s, .. } | Self::TooManyRequests { retry_after_s } => {
                Some((header::RETRY_AFTER, HeaderValue::from((*retry_after_s).max(1))))
            }
            Self::KeyInProgress | Self::Unavailable => {
                Some((header::RETRY_AFTER, HeaderValue::from(UNAVAILABLE_RETRY_AFTER_S)))
            }
            Self::ReadOnly => Some((header::RETRY_AFTER, HeaderValue::from(READ_ONLY_RETRY_AFTER_S))),
            Self::CompanyStopped
            | Self::Forbidden
            | Self::NotFound
            | Self::UnknownPath { .. }
            | Self::MethodNotAllowed
            | Self::PayloadTooLarge { .. }
            | Self::KeyReused
            | Self::UnsupportedMediaType { .. }
            | Self::Malformed { .. }
            | Self::Timeout
            | Self::Internal(_) => None,
        }
    }
}

/// Answers 503 for what a later attempt may do, and else 500.
impl<E: InternalError> From<E> for EdgeError {
    fn from(error: E) -> Self {
        if error.is_temporary() { Self::Unavailable } else { Self::internal(error.to_string()) }
    }
}

impl From<TokenError> for EdgeError {
    fn from(error: TokenError) -> Self {
        match error {
            // Not the caller's fault: whether the token still stands is not known at this moment.
            TokenError::RevocationsUnknown => Self::Unavailable,
            other => Self::InvalidToken(other),
        }
    }
}
