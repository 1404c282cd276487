//! `certificate_refusals`.

use audit::{Actor, Entry};
use import::{ImportContext, ImportFile, ImportRow, RowError, RowOutcome, RowResult, TableImporter, columns};
use store::Tx;

use crate::signatures::{RefusalError, refuse_request};

/// The most characters of a reason.
const REASON_CHARACTERS_MAX: usize = 500;

/// Takes `certificate_refusals`: requests of people for signing certificates that the bank's authority or staff
/// refuses.
pub(crate) struct CertificateRefusalsFile;

impl TableImporter for CertificateRefusalsFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            columns: columns! { request_id, reason },
            ..ImportFile::new("certificate_refusals", "certificate_request", &["request_id"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, context: &ImportContext<'_>) -> RowResult {
        let id = row.text("request_id")?;
        let reason = row.checked_text("reason", REASON_CHARACTERS_MAX)?;
        let cnum = match refuse_request(tx, id, reason, context.applied_at) {
            Ok(Some(cnum)) => cnum,
            Ok(None) => return Ok(RowOutcome::Unchanged),
            Err(RefusalError::Store(error)) => return Err(error.into()),
            Err(error) => return Err(RowError::new("request_id", error.to_string())),
        };
        let actor = Actor::Operator(context.operator.to_owned());
        let object = ("certificate_request", id.to_owned());
        let (at, action) = (context.applied_at, "certificate_request.refused");
        let entry = Entry::new(at, context.randomness, actor, action, object);
        audit::record(tx, entry.company(cnum))?;
        Ok(RowOutcome::Created)
    }
}
