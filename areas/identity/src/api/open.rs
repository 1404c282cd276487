//! Answers that pages of any origin may read (CORS), or that everybody may keep for some minutes.

use axum::Json;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use serde::Serialize;

use crate::keys::signing_key::KEY_SET_CACHED_S;

/// Seconds that a browser remembers the answer to [`preflight`].
const PREFLIGHT_KEPT_S: u32 = 3_600;

/// A public document: readable from any origin, kept for [`KEY_SET_CACHED_S`].
#[derive(Debug)]
pub(super) struct Public<T>(pub(super) T);

impl<T: Serialize> IntoResponse for Public<T> {
    fn into_response(self) -> Response {
        let mut response = Json(self.0).into_response();
        let headers = response.headers_mut();
        allow_any_origin(headers);
        if let Ok(value) = HeaderValue::try_from(format!("public, max-age={KEY_SET_CACHED_S}")) {
            headers.insert(header::CACHE_CONTROL, value);
        }
        response
    }
}

/// Lets pages of any origin read the answer. Cookies are not sent along.
pub(super) fn allow_any_origin(headers: &mut HeaderMap) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
}

/// Lets a page of another origin send the Authorization header, when its browser asks.
pub(super) async fn preflight() -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    let headers = response.headers_mut();
    allow_any_origin(headers);
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST"));
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("authorization"));
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from(PREFLIGHT_KEPT_S));
    response
}
