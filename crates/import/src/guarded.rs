//! An importer with one more rule.

use std::sync::Arc;

use store::Tx;

use crate::{ImportContext, ImportFile, ImportRow, RowError, RowResult, TableImporter};

/// An importer that refuses rows which another one would take, one that takes them row by row. Everything else is as
/// the other one has it.
pub struct Guarded {
    pub importer: Arc<dyn TableImporter>,
    /// Looks at a row as the file has it.
    pub checks: fn(&ImportRow) -> Result<(), RowError>,
    /// Looks at a row where it would be applied.
    pub checks_applied: fn(&mut Tx, &ImportRow) -> Result<(), RowError>,
}

kernel::debug_shows!(Guarded { importer: importer.file_stem(), .. });

impl TableImporter for Guarded {
    fn file(&self) -> ImportFile {
        self.importer.file()
    }

    fn prepare(&self, row: &mut ImportRow, context: &ImportContext<'_>) -> Result<(), RowError> {
        (self.checks)(row)?;
        self.importer.prepare(row, context)
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, context: &ImportContext<'_>) -> RowResult {
        (self.checks_applied)(tx, row)?;
        self.importer.apply(tx, row, context)
    }
}
