//! Notices on operations that will go away (GEN-09).

use http::{HeaderMap, HeaderName, HeaderValue, header};
use kernel::Instant;

const DEPRECATION: HeaderName = HeaderName::from_static("deprecation");
const SUNSET: HeaderName = HeaderName::from_static("sunset");

/// An operation's deprecation: its beginning, its end, and the operation to call instead.
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
pub fn http_date(moment: Instant) -> String {
    moment.to_timestamp().strftime("%a, %d %b %Y %H:%M:%S GMT").to_string()
}
