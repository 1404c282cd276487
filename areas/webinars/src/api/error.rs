//! Errors of this area in the body of spec section 7.

use axum::Json;
use axum::response::{IntoResponse, Response};
use edge::{EdgeError, ErrorExample};
use http::StatusCode;

use super::wire::WebinarsErrorBody;

/// The `error` of a webinar that is not there (spec section 7).
pub(crate) const NOT_FOUND: &str = "CNT-106";

#[derive(Debug)]
pub(crate) enum WebinarsError {
    /// 400: there is no such webinar, or it is not yet published.
    WebinarNotFound,
    Edge(EdgeError),
}

edge::area_error!(WebinarsError, WebinarsErrorBody);

impl WebinarsError {
    pub(super) const NOT_FOUND: ErrorExample<Self> =
        ErrorExample::new("notFound", "There is no such webinar.", || Self::WebinarNotFound);
}

impl IntoResponse for WebinarsError {
    fn into_response(self) -> Response {
        match self {
            Self::WebinarNotFound => {
                let body = body(
                    StatusCode::BAD_REQUEST,
                    NOT_FOUND,
                    "The webinar is not found: GET /v2/contents/webinars lists those that are published",
                );
                (StatusCode::BAD_REQUEST, body).into_response()
            }
            Self::Edge(fault) => fault.respond(|status, message| {
                body(status, status.canonical_reason().unwrap_or_default(), message)
            }),
        }
    }
}

/// `code` is the status once more: spec section 7 does not list codes, only the `error` CNT-106.
fn body(status: StatusCode, error: &str, message: &str) -> Json<WebinarsErrorBody> {
    Json(WebinarsErrorBody {
        code: i32::from(status.as_u16()),
        error: error.to_owned(),
        message: message.to_owned(),
    })
}
