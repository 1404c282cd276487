//! Parts of answers that the operations of several areas have: JSON that is written already, the name of a download,
//! and notices on operations that will go away.

use axum::body::Body;
use axum::response::Response;
use http::{HeaderMap, HeaderName, HeaderValue, header};
use kernel::Instant;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Header fields for which an answer reserves room: a few of its own and those of the frame. Otherwise the table
/// would grow in the middle.
const HEADERS_GUESSED: usize = 8;

/// 200 with this JSON text.
pub fn written_json(body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    let headers = response.headers_mut();
    headers.reserve(HEADERS_GUESSED);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// Characters that an extended value keeps as they are: `attr-char` of RFC 8187, section 3.2.1.
const ATTRIBUTE: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'!')
    .remove(b'#')
    .remove(b'$')
    .remove(b'&')
    .remove(b'+')
    .remove(b'-')
    .remove(b'.')
    .remove(b'^')
    .remove(b'_')
    .remove(b'`')
    .remove(b'|')
    .remove(b'~');

/// `Content-Disposition` of a download (RFC 6266) with its name twice: for old readers in ASCII, for all others as it
/// is.
pub fn attachment(ascii_name: &str, name: &str) -> String {
    format!(
        "attachment; filename=\"{ascii_name}\"; filename*=UTF-8''{}",
        utf8_percent_encode(name, ATTRIBUTE)
    )
}

const DEPRECATION: HeaderName = HeaderName::from_static("deprecation");
const SUNSET: HeaderName = HeaderName::from_static("sunset");

/// An operation's deprecation (GEN-09): its beginning, its end, and the operation to call instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deprecation {
    /// The moment from which the operation is deprecated: `Deprecation` of RFC 9745.
    pub since: Instant,
    /// The moment after which the operation may stop to answer: `Sunset` of RFC 8594.
    pub sunset: Instant,
    /// The path or URL of the successor: `Link` with `rel="successor-version"` (RFC 5829). Only
    /// characters that a URI may have.
    pub successor: String,
}

impl Deprecation {
    /// Adds the three headers. A successor that cannot stand in a header is left out.
    pub fn apply(&self, headers: &mut HeaderMap) {
        let since = format!("@{}", self.since.unix_seconds());
        if let Ok(value) = HeaderValue::try_from(since) {
            headers.insert(DEPRECATION, value);
        }
        if let Ok(value) = HeaderValue::try_from(http_date(self.sunset)) {
            headers.insert(SUNSET, value);
        }
        if let Ok(value) = HeaderValue::try_from(format!("<{}>; rel=\"successor-version\"", self.successor)) {
            headers.append(header::LINK, value);
        }
    }
}

/// `moment` as an IMF-fixdate of RFC 9110 section 5.6.7, for example `Sun, 06 Nov 1994 08:49:37 GMT`.
fn http_date(moment: Instant) -> String {
    moment.to_timestamp().strftime("%a, %d %b %Y %H:%M:%S GMT").to_string()
}
