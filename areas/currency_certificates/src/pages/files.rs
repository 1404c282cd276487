//! The document of a message and its status report as files.

use axum::extract::State;
use edge::{AreaPath, EdgeError};
use pages::{OnlineBank, PageError, PagePath, PageResult, download};

use super::{CertificatesPages, task_id, viewer};
use crate::report::report_text;
use crate::work::read_task::{document as stored_document, whole_task};

const XML: &str = "application/xml";

/// `GET /bank/certificates/{id}/document`: the bytes as they came.
pub(super) async fn document(
    State(pages): State<CertificatesPages>,
    AreaPath(id, _): PagePath,
    bank: OnlineBank,
) -> PageResult {
    let (viewer, id) = (viewer(&bank)?, task_id(&id)?);
    let found = stored_document(&pages.area, viewer, id).await?;
    let (task, stored) = found.ok_or(PageError::NotFound)?;
    Ok(download(&format!("{}.xml", file_stem(&task.message_id)), XML, stored.body))
}

/// `GET /bank/certificates/{id}/status-report`: auth.027, as the interface answers it.
pub(super) async fn status_report(
    State(pages): State<CertificatesPages>,
    AreaPath(id, _): PagePath,
    bank: OnlineBank,
) -> PageResult {
    let (viewer, id) = (viewer(&bank)?, task_id(&id)?);
    let area = &pages.area;
    let whole = whole_task(area, viewer, id).await?.ok_or(PageError::NotFound)?;
    let about = (&area.bank, &area.zone);
    let text = report_text(&whole, &area.reader, about, bank.language).map_err(EdgeError::internal)?;
    let name = format!("{}-status.xml", file_stem(&whole.task.message_id));
    Ok(download(&name, XML, text.into_bytes()))
}

/// Writes the message id without what separates folders.
fn file_stem(message_id: &str) -> String {
    message_id.replace(['/', '\\', ':'], "-")
}
