//! Reads a task for somebody who may see it.

use store::{Result, Tx};
use uuid::Uuid;

use crate::certificate::{StoredDocument, Task, WholeTask};
use crate::state::CertificatesState;
use crate::store::read;
use crate::viewer::Viewer;

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
