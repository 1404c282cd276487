//! The task that a path names, and the language in which it is told.

use edge::{Caller, EdgeError, accept_language};
use http::HeaderMap;
use kernel::Language;
use uuid::Uuid;

use super::error::CertificatesError;
use crate::certificate::WholeTask;
use crate::state::CertificatesState;
use crate::viewer::Viewer;
use crate::work::read_task::whole_task;

/// Chooses the language of the reasons.
pub(super) fn language(headers: &HeaderMap) -> Language {
    accept_language(headers).unwrap_or_default()
}

/// Reads the task, if the caller may see it. A text that is no identifier belongs to no task.
pub(super) async fn visible_task(
    state: &CertificatesState,
    caller: &Caller,
    id: &str,
) -> Result<WholeTask, CertificatesError> {
    let id: Uuid = id.parse().map_err(|_| EdgeError::NotFound)?;
    let viewer = Viewer { company: caller.company.clone(), user: caller.user.clone() };
    let whole = whole_task(state, viewer, id).await?;
    whole.ok_or_else(|| EdgeError::NotFound.into())
}
