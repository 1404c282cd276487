//! The task that a path names.

use edge::{Caller, EdgeError};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::error::CertificatesError;
use crate::certificate::WholeTask;
use crate::state::CertificatesState;
use crate::viewer::Viewer;
use crate::work::read_task::whole_task;

/// The task of a path.
#[derive(Debug, Deserialize, IntoParams)]
pub(crate) struct TaskPath {
    /// The identifier that the message was answered with.
    #[param(format = "uuid", example = "019aa0b0-61e0-7d3c-9d2a-4f4bd2b5a6c1")]
    pub(super) id: String,
}

/// Reads the task, if the caller may see it. A text that is no identifier belongs to no task.
pub(super) async fn visible_task(
    state: &CertificatesState,
    caller: &Caller,
    path: &TaskPath,
) -> Result<WholeTask, CertificatesError> {
    let id: Uuid = path.id.parse().map_err(|_| EdgeError::NotFound)?;
    let viewer = Viewer { company: caller.company.clone(), user: caller.user.clone() };
    let whole = whole_task(state, viewer, id).await?;
    whole.ok_or_else(|| EdgeError::NotFound.into())
}
