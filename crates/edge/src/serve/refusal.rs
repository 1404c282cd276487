//! Requests that are refused before anything looks at their path.

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};

/// Why the head of a request is refused. The connection ends with the answer, because where the next request
/// would begin cannot be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// Not HTTP/1.1 as RFC 9112 defines it: bad characters, bare LF, folded lines.
    Syntax,
    /// No `Host`, several, or one that is no host (RFC 9112 section 3.2).
    Host,
    /// Length given twice, in two ways, or in a way that is not understood (RFC 9112 section 6.3).
    Framing,
    /// A request target that no API has (`CONNECT`, `*`, user information).
    Target,
    /// Too many header fields or bytes.
    HeadTooLarge,
    /// The head did not arrive in time.
    HeadTooSlow,
}

impl Refusal {
    pub(super) const fn status(self) -> StatusCode {
        match self {
            Self::Syntax | Self::Host | Self::Framing | Self::Target => StatusCode::BAD_REQUEST,
            Self::HeadTooLarge => StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            Self::HeadTooSlow => StatusCode::REQUEST_TIMEOUT,
        }
    }

    const fn message(self) -> &'static str {
        match self {
            Self::Syntax => "The request is not HTTP/1.1\n",
            Self::Host => "Exactly one Host header is required\n",
            Self::Framing => "The length of the body is ambiguous\n",
            Self::Target => "The request target is not supported\n",
            Self::HeadTooLarge => "The header fields are too large\n",
            Self::HeadTooSlow => "The header fields did not arrive in time\n",
        }
    }
}

/// Plain text: which area was meant is not known.
impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let close = [(header::CONNECTION, HeaderValue::from_static("close"))];
        (self.status(), close, self.message()).into_response()
    }
}
