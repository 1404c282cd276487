//! An importer with one more rule.

use std::fmt;
use std::sync::Arc;

use store::{Query, Tx};

use crate::{BulkImporter, Chunks, Column, ImportContext, ImportRow, RowError, RowOutcome, TableImporter};

/// An importer that refuses rows which another one would take. Everything else is as the other one has it.
pub struct Guarded {
    pub importer: Arc<dyn TableImporter>,
    /// Looks at a row as the file has it.
    pub checks: fn(&ImportRow) -> Result<(), RowError>,
    /// Looks at a row where it would be applied, unless the importer takes many at once.
    pub checks_applied: fn(&mut Tx, &ImportRow) -> Result<(), RowError>,
}

impl fmt::Debug for Guarded {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Guarded")
            .field("importer", &self.importer.file_stem())
            .finish_non_exhaustive()
    }
}

impl TableImporter for Guarded {
    fn file_stem(&self) -> &'static str {
        self.importer.file_stem()
    }

    fn columns(&self) -> &'static [Column] {
        self.importer.columns()
    }

    fn key(&self) -> &'static [&'static str] {
        self.importer.key()
    }

    fn object(&self) -> &'static str {
        self.importer.object()
    }

    fn stored(&self) -> Option<&'static Query> {
        self.importer.stored()
    }

    fn listed(&self) -> Option<&'static Query> {
        self.importer.listed()
    }

    fn found_by(&self) -> &'static [(&'static str, &'static Query)] {
        self.importer.found_by()
    }

    fn secrets(&self) -> &'static [&'static str] {
        self.importer.secrets()
    }

    fn hidden(&self) -> &'static [&'static str] {
        self.importer.hidden()
    }

    fn prepare(&self, row: &mut ImportRow, context: &ImportContext<'_>) -> Result<(), RowError> {
        (self.checks)(row)?;
        self.importer.prepare(row, context)
    }

    fn chunks(&self) -> Option<Chunks> {
        self.importer.chunks()
    }

    fn bulk(&self) -> Option<&dyn BulkImporter> {
        self.importer.bulk()
    }

    fn apply(
        &self,
        tx: &mut Tx,
        row: &ImportRow,
        context: &ImportContext<'_>,
    ) -> Result<RowOutcome, RowError> {
        (self.checks_applied)(tx, row)?;
        self.importer.apply(tx, row, context)
    }
}
