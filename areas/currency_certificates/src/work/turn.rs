//! Turns of large documents: reading one takes memory and time, so that a process reads few at once. The document of a
//! task that is opened once more takes its turn too.

use std::fmt;
use std::sync::Arc;

use iso20022::Document;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::intake_error::IntakeError;
use crate::certificate::StoredDocument;
use crate::state::CertificatesState;

/// The largest document that is read on the thread of the request; a larger one would hold up others there.
const INLINE_BYTES_MAX: usize = 64 * 1024;

/// Does the work on a document of so many bytes: on this thread, or for a large one on a thread of its own in its turn.
pub(super) async fn in_turn<T: Send + 'static>(
    large_documents: &Arc<Semaphore>,
    bytes: usize,
    work: impl FnOnce() -> Result<T, IntakeError> + Send + 'static,
) -> Result<T, IntakeError> {
    if bytes <= INLINE_BYTES_MAX {
        return work();
    }
    let broken = |error: &dyn fmt::Display| IntakeError::BrokenOff(error.to_string());
    let turn = Arc::clone(large_documents).acquire_owned().await.map_err(|error| broken(&error))?;
    let work = move || {
        // The turn ends with the work, also when nobody waits for it any more.
        let _turn = turn;
        work()
    };
    spawn_blocking(work).await.map_err(|error| broken(&error))?
}

/// Opens the document of a task once more, to be shown.
pub(crate) async fn open_document(
    area: &CertificatesState,
    stored: StoredDocument,
) -> Result<Document, IntakeError> {
    let reader = Arc::clone(&area.reader);
    let bytes = stored.body.len();
    let read = move || reader.read(&stored.body, stored.charset.as_deref());
    in_turn(&area.large_documents, bytes, move || read().map_err(IntakeError::Violations)).await
}
