//! Work that is done to its end.

use edge::EdgeError;

use super::SandboxesError;

/// Does the work in a task of its own, so that a caller who leaves does not leave half of it behind.
pub(super) async fn whole<T: Send + 'static>(
    work: impl Future<Output = Result<T, SandboxesError>> + Send + 'static,
) -> Result<T, SandboxesError> {
    tokio::spawn(work).await.map_err(|error| EdgeError::internal(format!("the call failed: {error}")))?
}
