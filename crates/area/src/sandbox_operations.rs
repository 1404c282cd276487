//! Operations that only a sandbox has, on the port of the operators: shared limits and the error of all of them.

use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use edge::{AreaLimits, EdgeError, area_router};
use http::StatusCode;
use serde_json::json;

/// Limits of every operation of a sandbox: short texts, or a signature.
const LIMITS: AreaLimits = AreaLimits::new("sandbox", 64 * 1024);

/// Error of an operation of a sandbox: one sentence for the developer who called it.
#[derive(Debug)]
pub enum SandboxOperationError {
    /// An error that every area has.
    Edge(EdgeError),
    /// 404: there is no such thing; which.
    NotFound(String),
    /// 409: the state of the thing does not allow it; why.
    Conflict(String),
}

impl SandboxOperationError {
    fn told(status: StatusCode, message: &str) -> Response {
        let error = status.canonical_reason().unwrap_or_default();
        let body = json!({ "status": status.as_u16(), "error": error, "message": message });
        (status, Json(body)).into_response()
    }
}

impl<E: Into<EdgeError>> From<E> for SandboxOperationError {
    fn from(error: E) -> Self {
        Self::Edge(error.into())
    }
}

impl IntoResponse for SandboxOperationError {
    fn into_response(self) -> Response {
        match self {
            Self::Edge(error) => error.respond(Self::told),
            Self::NotFound(what) => Self::told(StatusCode::NOT_FOUND, &what),
            Self::Conflict(why) => Self::told(StatusCode::CONFLICT, &why),
        }
    }
}

/// Wraps the routes of one area that only a sandbox has.
pub fn sandbox_router(routes: Router) -> Router {
    area_router::<SandboxOperationError>(LIMITS, routes)
}
