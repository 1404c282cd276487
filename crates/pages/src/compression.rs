//! Compression of pages, style sheets and scripts on their way to the browser.
//!
//! A page that has a secret and repeats what somebody else chose tells by its length, compressed, how much of the
//! secret was guessed (BREACH). Three things stand against it: the token against forged forms is masked anew on each
//! page; the cookie of the session is `SameSite=Strict`, so that no other site can have a page written for a person;
//! and what is shown once, such as a client secret, is on a page that no second request can get. Answers of the API are
//! not compressed.

use axum::Router;
use http::{HeaderMap, StatusCode, Version, header};
use tower_http::compression::predicate::{Predicate, SizeAbove};
use tower_http::compression::{CompressionLayer, CompressionLevel};

/// The fewest bytes that are compressed: below, the answer fits into one packet as it is.
const BYTES_MIN: u64 = 1_024;
/// The level of gzip: beyond it, pages take more time and hardly less room.
const LEVEL: i32 = 4;
/// Types of contents that are compressed. Files for archives and tables are packed already, or go through once.
const KINDS: [&str; 4] = ["text/html", "text/css", "text/javascript", "image/svg+xml"];

/// Compresses the pages of a router for browsers that take gzip. The answers say that they vary by `Accept-Encoding`.
pub fn compressed<S: Clone + Send + Sync + 'static>(router: Router<S>) -> Router<S> {
    let layer = CompressionLayer::new().quality(CompressionLevel::Precise(LEVEL));
    router.layer(layer.compress_when(SizeAbove::new(BYTES_MIN).and(is_text)))
}

fn is_text(_: StatusCode, _: Version, headers: &HeaderMap, _: &http::Extensions) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    KINDS.contains(&kind.split(';').next().unwrap_or_default().trim())
}
