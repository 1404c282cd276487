//! What the operations have in common in the OpenAPI description.

use utoipa::IntoResponses;

/// The failures of the operations that read a task.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "described here, answered by CertificatesError")]
pub(super) enum TaskFailures {
    /// A token is missing or not valid
    #[response(status = 401, content_type = "text/plain", example = json!("The token has expired"))]
    Unauthorized(String),
    /// The user has no role ONLINE-USER
    #[response(status = 403, content_type = "text/plain", example = json!("Access denied"))]
    Forbidden(String),
    /// There is no such task, or it is somebody else's
    #[response(status = 404, content_type = "text/plain", example = json!("Not found"))]
    NotFound(String),
    /// The bank's side failed
    #[response(status = 500, content_type = "text/plain", example = json!("Internal error"))]
    Internal(String),
}
