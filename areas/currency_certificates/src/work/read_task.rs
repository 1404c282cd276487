//! Reads tasks for somebody who may see them: one, with its document, or a list.

use kernel::Instant;
use store::{Result, Tx};
use uuid::Uuid;

use crate::certificate::{StoredDocument, Task, WholeTask};
use crate::state::CertificatesState;
use crate::store::read;
use crate::task::TaskState;
use crate::viewer::Viewer;
use crate::work::waiting::refused_since;

/// Reads the task with its certificates and their reasons, if the viewer may see it; all of one moment.
pub(crate) async fn whole_task(
    area: &CertificatesState,
    viewer: Viewer,
    id: Uuid,
) -> Result<Option<WholeTask>> {
    let work = move |tx: &mut Tx| {
        let Some(task) = read::visible_task(tx, &viewer, id)? else { return Ok(None) };
        let certificates = read::certificates(tx, id)?;
        let company = clients::find_company(tx, &task.company)?;
        // A foreign key keeps the company there.
        Ok(company.map(|company| WholeTask { task, certificates, company }))
    };
    area.store.read("certificate task", work).await
}

/// Reads the task and its document, if the viewer may see it.
pub(crate) async fn document(
    area: &CertificatesState,
    viewer: Viewer,
    id: Uuid,
) -> Result<Option<(Task, StoredDocument)>> {
    let work = move |tx: &mut Tx| {
        let Some(task) = read::visible_task(tx, &viewer, id)? else { return Ok(None) };
        Ok(Some((task, read::stored_document(tx, id)?)))
    };
    area.store.read("certificate document", work).await
}

/// Reads a page of the tasks that the viewer may see, the newest first, and the number of all; `state` none for all.
/// With `of_late`, only those that a person is told of after they were refused.
pub(crate) async fn list_tasks(
    area: &CertificatesState,
    viewer: Viewer,
    (state, of_late): (Option<TaskState>, bool),
    offset: u32,
    limit: u32,
) -> Result<(Vec<Task>, i64)> {
    let since = if of_late { refused_since(area) } else { Instant::from_microseconds(0) };
    let work = move |tx: &mut Tx| read::page(tx, &viewer, (state, since), offset, limit);
    area.store.read("certificate tasks", work).await
}
