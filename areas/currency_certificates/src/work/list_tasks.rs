//! Lists the tasks that somebody may see.

use store::{StoreError, Tx};

use crate::state::CertificatesState;
use crate::store::read::{TaskPage, page};
use crate::task::TaskState;
use crate::viewer::Viewer;

/// Reads a page of the tasks that the viewer may see, the newest first; `state` none for all.
pub(crate) async fn list_tasks(
    area: &CertificatesState,
    viewer: Viewer,
    state: Option<TaskState>,
    offset: u32,
    limit: u32,
) -> Result<TaskPage, StoreError> {
    let work = move |tx: &mut Tx| page(tx, &viewer, state, offset, limit);
    area.store.read("certificate tasks", work).await
}
