//! Errors outside of every area: an unknown path, the descriptions, the administration port.

use axum::Json;
use axum::response::{IntoResponse, Response};
use edge::{EdgeError, unknown_path};
use http::{StatusCode, Uri};
use serde::Serialize;

/// An error outside of the areas. There is nothing but what the frame itself reports.
#[derive(Debug)]
pub(super) struct RootError(EdgeError);

/// The form of the accounts area, which is the plainest of the specification's.
#[derive(Serialize)]
struct Body {
    status: u16,
    error: String,
    message: String,
}

impl From<EdgeError> for RootError {
    fn from(fault: EdgeError) -> Self {
        Self(fault)
    }
}

impl IntoResponse for RootError {
    fn into_response(self) -> Response {
        self.0.respond(|status: StatusCode, message| {
            let error = status.canonical_reason().unwrap_or_default().to_owned();
            Json(Body { status: status.as_u16(), error, message: message.to_owned() })
        })
    }
}

/// The answer to a path that no area has.
pub(super) async fn not_found(uri: Uri) -> RootError {
    RootError(unknown_path("", uri.path()))
}
