//! Errors outside of every area: an unknown path, the descriptions, the administration port.

use std::time::Duration;

use axum::Json;
use axum::response::{IntoResponse, Response};
use edge::{AreaLimits, EdgeError, unknown_path};
use http::{StatusCode, Uri};
use serde::Serialize;

/// An error outside of the areas. There is nothing but what the frame itself reports.
#[derive(Debug)]
pub(super) struct RootError(EdgeError);

/// The form of the accounts area, which is the plainest of the specification's.
#[derive(Serialize)]
pub(crate) struct Body {
    status: u16,
    error: String,
    message: String,
}

pub(crate) fn body(status: StatusCode, message: &str) -> Json<Body> {
    let error = status.canonical_reason().unwrap_or_default().to_owned();
    Json(Body { status: status.as_u16(), error, message: message.to_owned() })
}

impl From<EdgeError> for RootError {
    fn from(fault: EdgeError) -> Self {
        Self(fault)
    }
}

impl IntoResponse for RootError {
    fn into_response(self) -> Response {
        self.0.respond(body)
    }
}

/// The limits of routes outside of every area, which take hardly a body.
pub(crate) const fn limits(name: &'static str, request_time_max: Duration) -> AreaLimits {
    AreaLimits { request_time_max, ..AreaLimits::new(name, 1024) }
}

/// The answer to a method that a path outside of every area does not have.
pub(super) async fn wrong_method() -> RootError {
    RootError(EdgeError::MethodNotAllowed)
}

/// The answer to a path that no area has.
pub(super) async fn not_found(uri: Uri) -> RootError {
    RootError(unknown_path("", uri.path()))
}
