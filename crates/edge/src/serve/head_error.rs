//! Requests that are refused before anything looks at their path.

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};

/// Error of a request's head. The connection ends with the answer, because the beginning of the next request is not
/// known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HeadError {
    /// Not HTTP/1.1 as RFC 9112 defines it: bad characters, bare LF, folded lines.
    Syntax,
    /// No `Host`, several, or one that is no host (RFC 9112 section 3.2).
    Host,
    /// Length given twice, in two ways, or in a way that is not understood (RFC 9112 section 6.3).
    Framing,
    /// The request target is of a form that its method does not have, or has user information or a fragment.
    Target,
    /// `CONNECT`: this is no proxy (RFC 9110 sections 9.1 and 9.3.6).
    Connect,
    HeadTooLarge,
    HeadTooSlow,
    /// The caller behind a proxy has as many requests in flight as connections are allowed.
    TooManyAtOnce,
}

/// Seconds after which a caller with too many requests at once may send one more.
const CROWD_RETRY_AFTER_S: u64 = 1;

impl HeadError {
    pub(super) const fn status(self) -> StatusCode {
        self.answer().0
    }

    const fn answer(self) -> (StatusCode, &'static str) {
        match self {
            Self::Syntax => (StatusCode::BAD_REQUEST, "The request is not HTTP/1.1\n"),
            Self::Host => (StatusCode::BAD_REQUEST, "Exactly one Host header is required\n"),
            Self::Framing => (StatusCode::BAD_REQUEST, "The length of the body is ambiguous\n"),
            Self::Target => (StatusCode::BAD_REQUEST, "The request target is not supported\n"),
            Self::Connect => (StatusCode::NOT_IMPLEMENTED, "CONNECT is not implemented\n"),
            Self::TooManyAtOnce => (StatusCode::TOO_MANY_REQUESTS, "Too many requests at once\n"),
            Self::HeadTooLarge => {
                (StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, "The header fields are too large\n")
            }
            Self::HeadTooSlow => (StatusCode::REQUEST_TIMEOUT, "The header fields did not arrive in time\n"),
        }
    }
}

/// Plain text: which area was meant is not known.
impl IntoResponse for HeadError {
    fn into_response(self) -> Response {
        let close = [(header::CONNECTION, HeaderValue::from_static("close"))];
        let (status, message) = self.answer();
        let mut response = (status, close, message).into_response();
        if self == Self::TooManyAtOnce {
            response.headers_mut().insert(header::RETRY_AFTER, CROWD_RETRY_AFTER_S.into());
        }
        response
    }
}
