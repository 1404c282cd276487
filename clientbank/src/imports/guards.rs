//! Rows that an area would take and a database must not.

use std::sync::Arc;

use cms::Certificate;
use import::{Guarded, ImportRow, RowError, TableImporter};
use sandbox::{DatabaseKind, ORGANISATION, SandboxError};
use store::Tx;

const CERTIFICATE: &str = "certificate";

/// The demo's own file, which is where its passwords are listed.
const DEMO_CREDENTIALS: &str = include_str!("../../demo-data/credentials.csv");

type Importers = Vec<Arc<dyn TableImporter>>;

/// Keeps the authorities of sandboxes out of live databases, and those of banks out of sandboxes: the certificates of
/// people hang on them.
pub(crate) fn with_own_authorities(importers: Importers) -> Importers {
    guarded(importers, "certificate_authorities", |_| Ok(()), check_authority)
}

/// Keeps the demo's passwords out of a bank: they are public, so whoever has read the page of the demo could log in.
pub(crate) fn without_demo_passwords(importers: Importers) -> Importers {
    guarded(importers, "credentials", check_password, |_, _| Ok(()))
}

fn guarded(
    importers: Importers,
    stem: &str,
    checks: fn(&ImportRow) -> Result<(), RowError>,
    checks_applied: fn(&mut Tx, &ImportRow) -> Result<(), RowError>,
) -> Importers {
    let guard = |importer: Arc<dyn TableImporter>| -> Arc<dyn TableImporter> {
        if importer.file_stem() != stem {
            return importer;
        }
        Arc::new(Guarded { importer, checks, checks_applied })
    };
    importers.into_iter().map(guard).collect()
}

fn check_authority(tx: &mut Tx, row: &ImportRow) -> Result<(), RowError> {
    let kind = sandbox::kind_in(tx).map_err(|error| match error {
        SandboxError::Store(error) => RowError::from(error),
        other => RowError::new(CERTIFICATE, other.to_string()),
    })?;
    let (Some(kind), Ok(certificate)) = (kind, Certificate::from_pem(row.text(CERTIFICATE)?)) else {
        return Ok(());
    };
    let wrong = match (kind, certificate.subject_name().contains(ORGANISATION)) {
        (DatabaseKind::Live, false) | (DatabaseKind::Sandbox, true) => return Ok(()),
        (DatabaseKind::Live, true) => "is the authority of a sandbox, and this is a bank's own database",
        (DatabaseKind::Sandbox, false) => "is no authority of a sandbox, and this database is one",
    };
    Err(RowError::new(CERTIFICATE, wrong))
}

fn check_password(row: &ImportRow) -> Result<(), RowError> {
    let mut of_demo = DEMO_CREDENTIALS.lines().skip(1).filter_map(|row| row.split(',').nth(1));
    if row.optional("password").is_some_and(|password| of_demo.any(|known| known == password)) {
        return Err(RowError::new("password", "is one of the demo's, which everybody knows"));
    }
    Ok(())
}
