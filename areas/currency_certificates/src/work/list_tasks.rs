//! Lists the tasks that somebody may see.

use kernel::Instant;
use store::{Result, Tx};

use crate::state::CertificatesState;
use crate::store::read::{TaskPage, page};
use crate::task::TaskState;
use crate::viewer::Viewer;
use crate::work::waiting::refused_since;

/// Reads a page of the tasks that the viewer may see, the newest first; `state` none for all. With `of_late`, only
/// those that a person is told of after they were refused.
pub(crate) async fn list_tasks(
    area: &CertificatesState,
    viewer: Viewer,
    (state, of_late): (Option<TaskState>, bool),
    offset: u32,
    limit: u32,
) -> Result<TaskPage> {
    let since = if of_late { refused_since(area) } else { Instant::from_microseconds(0) };
    let work = move |tx: &mut Tx| page(tx, &viewer, (state, since), offset, limit);
    area.store.read("certificate tasks", work).await
}
