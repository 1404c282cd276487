//! Opens the document of a task once more, to be shown.

use std::sync::Arc;

use iso20022::Document;

use super::intake_error::IntakeError;
use super::turn::in_turn;
use crate::certificate::StoredDocument;
use crate::state::CertificatesState;

pub(crate) async fn open_document(
    area: &CertificatesState,
    stored: StoredDocument,
) -> Result<Document, IntakeError> {
    let reader = Arc::clone(&area.reader);
    let bytes = stored.body.len();
    let read = move || reader.read(&stored.body, stored.charset.as_deref());
    in_turn(&area.large_documents, bytes, move || read().map_err(IntakeError::Violations)).await
}
