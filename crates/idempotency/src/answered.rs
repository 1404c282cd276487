//! Answers that can be given again.

use axum::response::{IntoResponse, Response};
use edge::EdgeError;
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;

/// An answer in JSON: its status and its bytes. What a company has agreed with its bank belongs into no cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    pub(crate) status: StatusCode,
    pub(crate) body: Vec<u8>,
}

impl Answered {
    /// Writes `body` as an answer with this status.
    ///
    /// # Errors
    /// [`EdgeError::Internal`] for a value that has no JSON form.
    pub fn json(status: StatusCode, body: &impl Serialize) -> Result<Self, EdgeError> {
        let body = serde_json::to_vec(body).map_err(|error| EdgeError::internal(error.to_string()))?;
        Ok(Self { status, body })
    }
}

impl IntoResponse for Answered {
    fn into_response(self) -> Response {
        let headers = [
            (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        ];
        (self.status, headers, self.body).into_response()
    }
}
