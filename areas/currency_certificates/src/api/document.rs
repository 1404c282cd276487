//! What the operations have in common in the OpenAPI description.

use utoipa::IntoResponses;

/// What the operations that read a task refuse of their own.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "described here, answered by CertificatesError")]
pub(super) enum TaskFailures {
    /// The user has no role ONLINE-USER
    #[response(status = 403, content_type = "text/plain", example = json!("Access denied"))]
    Forbidden(String),
    /// There is no such task, or it is somebody else's
    #[response(status = 404, content_type = "text/plain", example = json!("Not found"))]
    NotFound(String),
}
