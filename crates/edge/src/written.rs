//! Answers whose JSON is written already.

use axum::body::Body;
use axum::response::Response;
use http::{HeaderValue, header};

/// Header fields that an answer has room for at first: a few of its own and those that the frame adds. Otherwise the table
/// would grow in the middle.
const HEADERS_GUESSED: usize = 8;

/// 200 with this JSON text.
#[must_use]
pub fn written_json(body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    let headers = response.headers_mut();
    headers.reserve(HEADERS_GUESSED);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
