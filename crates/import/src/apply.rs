//! From checked rows to tables, in one unit of work.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use audit::{Actor, Entry};
use kernel::{Clock, Randomness};
use serde_json::json;
use store::{Store, StoreError, Tx};
use tokio::task::spawn_blocking;

use crate::error::FileErrors;
use crate::read::{push, read};
use crate::{
    Batch, ImportContext, ImportError, ImportOptions, Report, RowOutcome, Table, TableImporter, TableReport,
};

/// Imports the files of `directory`: reads and checks them all, applies them in the order of `importers` in one unit
/// of work, writes an audit entry per file, and rolls everything back when anything is wrong or only a dry run was
/// asked for.
///
/// # Errors
/// [`ImportError::Files`] with every error found, or the database's failure; either way nothing was imported.
pub async fn run(
    store: &Store,
    directory: &Path,
    importers: Vec<Arc<dyn TableImporter>>,
    options: ImportOptions,
    clock: &dyn Clock,
    randomness: Arc<dyn Randomness>,
) -> Result<Report, ImportError> {
    let now = clock.now();
    let directory: PathBuf = directory.to_owned();
    let operator = options.operator.clone();
    let source = Arc::clone(&randomness);
    let reading = spawn_blocking(move || {
        let context = ImportContext { now, randomness: source.as_ref(), operator: &operator };
        read(&directory, &importers, &context)
    });
    let batch = reading.await.map_err(|_| ImportError::Interrupted)??;
    let batch = Arc::new(batch);
    let dry_run = options.dry_run;
    let outcome = store
        .write("import", move |tx| {
            let context = ImportContext { now, randomness: randomness.as_ref(), operator: &options.operator };
            let report = apply(tx, &batch, &context, dry_run)?;
            if dry_run { Err(Ending::DryRun(report)) } else { Ok(report) }
        })
        .await;
    match outcome {
        Ok(report) | Err(Ending::DryRun(report)) => Ok(report),
        Err(Ending::Failed(error)) => Err(error),
    }
}

/// The reasons to roll the unit of work back.
enum Ending {
    /// It was asked for.
    DryRun(Report),
    /// Something is wrong.
    Failed(ImportError),
}

impl From<StoreError> for Ending {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.into())
    }
}

impl From<ImportError> for Ending {
    fn from(error: ImportError) -> Self {
        Self::Failed(error)
    }
}

/// Applies every table and writes the audit entries. Rows go on being checked after an error, so that one run lists
/// all.
fn apply(
    tx: &mut Tx,
    batch: &Batch,
    context: &ImportContext<'_>,
    dry_run: bool,
) -> Result<Report, ImportError> {
    let mut errors = batch.errors.clone();
    let mut report = Report { dry_run, tables: Vec::with_capacity(batch.tables.len()) };
    for table in &batch.tables {
        let counts = apply_table(tx, table, context, &mut errors)?;
        audit::record(tx, entry(&counts, context))?;
        report.tables.push(counts);
    }
    let files: Vec<&str> = batch.tables.iter().map(|table| table.file.as_str()).collect();
    errors.or(report, &files)
}

fn apply_table(
    tx: &mut Tx,
    table: &Table,
    context: &ImportContext<'_>,
    errors: &mut FileErrors,
) -> Result<TableReport, ImportError> {
    let mut counts = TableReport { file: table.file.clone(), created: 0, changed: 0, unchanged: 0 };
    for row in &table.rows {
        if errors.is_full() {
            break;
        }
        match table.importer.apply(tx, row, context) {
            Ok(RowOutcome::Created) => counts.created += 1,
            Ok(RowOutcome::Changed) => counts.changed += 1,
            Ok(RowOutcome::Unchanged) => counts.unchanged += 1,
            Err(error) => push(&table.file, row.line(), error, errors)?,
        }
    }
    Ok(counts)
}

fn entry(counts: &TableReport, context: &ImportContext<'_>) -> Entry {
    let actor = Actor::Operator(context.operator.to_owned());
    let object = ("import_file", counts.file.clone());
    Entry::new(context.now, context.randomness, actor, "import.applied", object).detail(json!({
        "created": counts.created,
        "changed": counts.changed,
        "unchanged": counts.unchanged,
    }))
}
