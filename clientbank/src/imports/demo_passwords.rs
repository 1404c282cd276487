//! Keeps the demo's passwords out of a bank: they are public, so whoever has read the page of the demo could log in.

use std::sync::Arc;

use import::{Guarded, ImportRow, RowError, TableImporter};

/// The demo's own file, which is where its passwords are listed.
const DEMO_CREDENTIALS: &str = include_str!("../../demo-data/credentials.csv");

/// Has the importer of credentials refuse the demo's, where the database is a bank's own.
pub(crate) fn without_demo_passwords(
    importers: Vec<Arc<dyn TableImporter>>,
    is_live: bool,
) -> Vec<Arc<dyn TableImporter>> {
    let guarded = |importer: Arc<dyn TableImporter>| match importer.file_stem() {
        "credentials" if is_live => {
            Arc::new(Guarded { importer, checks, checks_applied: |_, _| Ok(()) }) as Arc<dyn TableImporter>
        }
        _ => importer,
    };
    importers.into_iter().map(guarded).collect()
}

fn checks(row: &ImportRow) -> Result<(), RowError> {
    if row.optional("password").is_some_and(is_of_demo) {
        return Err(RowError::new("password", "is one of the demo's, which everybody knows"));
    }
    Ok(())
}

fn is_of_demo(password: &str) -> bool {
    let rows = DEMO_CREDENTIALS.lines().skip(1);
    rows.filter_map(|row| row.split(',').nth(1)).any(|known| known == password)
}
