//! Keeps the authorities of sandboxes out of live databases, and those of banks out of sandboxes.

use std::sync::Arc;

use cms::Certificate;
use import::{Guarded, ImportRow, RowError, TableImporter};
use sandbox::{DatabaseKind, ORGANISATION, SandboxError};
use store::Tx;

/// The file of authorities; the certificates of people hang on them.
const AUTHORITIES: &str = "certificate_authorities";
const CERTIFICATE: &str = "certificate";

/// Guards the importer of authorities among `importers`.
pub(super) fn guarded(importers: Vec<Arc<dyn TableImporter>>) -> Vec<Arc<dyn TableImporter>> {
    let guard = |importer: Arc<dyn TableImporter>| match importer.file_stem() {
        AUTHORITIES => {
            Arc::new(Guarded { importer, checks: |_| Ok(()), checks_applied }) as Arc<dyn TableImporter>
        }
        _ => importer,
    };
    importers.into_iter().map(guard).collect()
}

fn checks_applied(tx: &mut Tx, row: &ImportRow) -> Result<(), RowError> {
    let kind = sandbox::kind_in(tx).map_err(|error| match error {
        SandboxError::Store(error) => RowError::from(error),
        other => RowError::new(CERTIFICATE, other.to_string()),
    })?;
    match (kind, Certificate::from_pem(row.text(CERTIFICATE)?)) {
        (Some(kind), Ok(certificate)) => check(kind, &certificate),
        _ => Ok(()),
    }
}

fn check(kind: DatabaseKind, certificate: &Certificate) -> Result<(), RowError> {
    let is_sandboxes = certificate.subject_name().contains(ORGANISATION);
    match (kind, is_sandboxes) {
        (DatabaseKind::Live, false) | (DatabaseKind::Sandbox, true) => Ok(()),
        (DatabaseKind::Live, true) => Err(RowError::new(
            CERTIFICATE,
            "is the authority of a sandbox, and this is a bank's own database",
        )),
        (DatabaseKind::Sandbox, false) => {
            Err(RowError::new(CERTIFICATE, "is no authority of a sandbox, and this database is one"))
        }
    }
}
