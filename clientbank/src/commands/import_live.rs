//! Keeps the demo's passwords out of a bank: they are public, so whoever has read the page of the demo could log in.

use std::sync::Arc;

use import::{Column, ImportContext, ImportRow, RowError, RowOutcome, TableImporter};
use store::Tx;

/// The demo's own file, which is where its passwords are listed.
const DEMO_CREDENTIALS: &str = include_str!("../../demo-data/credentials.csv");

/// The importer of credentials for a database that is a bank's own.
struct LiveCredentials(Arc<dyn TableImporter>);

/// Has the importer of credentials refuse the demo's.
pub(super) fn without_demo_passwords(importers: Vec<Arc<dyn TableImporter>>) -> Vec<Arc<dyn TableImporter>> {
    let guarded = |importer: Arc<dyn TableImporter>| -> Arc<dyn TableImporter> {
        if importer.file_stem() == "credentials" { Arc::new(LiveCredentials(importer)) } else { importer }
    };
    importers.into_iter().map(guarded).collect()
}

fn is_of_demo(password: &str) -> bool {
    let rows = DEMO_CREDENTIALS.lines().skip(1);
    rows.filter_map(|row| row.split(',').nth(1)).any(|known| known == password)
}

impl TableImporter for LiveCredentials {
    fn file_stem(&self) -> &'static str {
        self.0.file_stem()
    }

    fn columns(&self) -> &'static [Column] {
        self.0.columns()
    }

    fn key(&self) -> &'static [&'static str] {
        self.0.key()
    }

    fn prepare(&self, row: &mut ImportRow, context: &ImportContext<'_>) -> Result<(), RowError> {
        if row.optional("password").is_some_and(is_of_demo) {
            return Err(RowError::new("password", "is one of the demo's, which everybody knows"));
        }
        self.0.prepare(row, context)
    }

    fn apply(
        &self,
        tx: &mut Tx,
        row: &ImportRow,
        context: &ImportContext<'_>,
    ) -> Result<RowOutcome, RowError> {
        self.0.apply(tx, row, context)
    }
}
