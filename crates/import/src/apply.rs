//! From checked rows to tables.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use audit::Actor;
use kernel::{Clock, Randomness};
use store::{Store, StoreError, Tx};
use tokio::task::spawn_blocking;

use crate::error::FileErrors;
use crate::job::Job;
use crate::limits::SLICE_ROWS;
use crate::pacing::{Moment, patiently};
use crate::plan::Plan;
use crate::read::{read_whole, sources};
use crate::rows::settle;
use crate::runs;
use crate::traced::{Lines, Origin, apply_traced};
use crate::{
    AtEnd, Batch, Files, ImportContext, ImportError, ImportOptions, Pace, Report, Table, TableImporter,
    TableReport, Without,
};

/// Imports the files of `directory`: reads and checks them all, applies them in the order of `importers`, writes an
/// audit entry per file, and changes nothing when anything is wrong or only a dry run was asked for.
///
/// Small files are applied in one unit of work. Large ones that can be cut go by a staging table: when every row of
/// every file has passed its checks, one switch decides the import, and from then on it is applied in chunks that hold
/// nobody up. A run that finds an import which is decided and not finished goes on with it.
///
/// # Errors
/// [`ImportError::Files`] with every error found, or the database's failure; either way nothing was imported. The
/// other kinds of errors say for themselves what stands.
pub async fn run(
    store: &Store,
    directory: &Path,
    importers: Vec<Arc<dyn TableImporter>>,
    options: ImportOptions,
    clock: &dyn Clock,
    randomness: Arc<dyn Randomness>,
) -> Result<Report, ImportError> {
    run_at(&Pace::default(), store, directory, importers, options, clock, randomness).await
}

/// Imports like [`run`], at a pace.
pub async fn run_at(
    pace: &Pace,
    store: &Store,
    directory: &Path,
    importers: Vec<Arc<dyn TableImporter>>,
    options: ImportOptions,
    clock: &dyn Clock,
    randomness: Arc<dyn Randomness>,
) -> Result<Report, ImportError> {
    let approved = options.approved.as_ref().map(|approved| approved.files.clone());
    let (plan, errors) = plan(directory, importers, approved).await?;
    let open = store.read("import.open", runs::open).await?;
    let is_large = plan.staged_bytes() >= pace.chunked_from_bytes && !plan.staged.is_empty();
    if is_large || open.as_ref().is_some_and(|run| run.is_decided) {
        let (without, is_ending) = (Without::default(), AtomicBool::new(false));
        let job = Job { store, plan, options, clock, randomness, pace, without, is_ending };
        return Box::pin(job.run(open, errors)).await;
    }
    at_once(store, (plan, errors), options, Arc::clone(&pace.at_end), clock, randomness).await
}

/// Finishes the import that is decided without rows that can be applied no more, because somebody has changed meanwhile
/// what they depend on. Each of them gets an entry of the trail. It takes the same files as the import.
///
/// # Errors
/// No import is decided, a row is not one that is left to be applied, or those of [`run`].
pub async fn finish_without(
    without: Without,
    pace: &Pace,
    store: &Store,
    directory: &Path,
    importers: Vec<Arc<dyn TableImporter>>,
    clock: &dyn Clock,
    randomness: Arc<dyn Randomness>,
) -> Result<Report, ImportError> {
    let open = store.read("import.open", runs::open).await?;
    if open.as_ref().is_none_or(|run| !run.is_decided) {
        return Err(ImportError::NothingDecided);
    }
    let (plan, errors) = plan(directory, importers, None).await?;
    let options = ImportOptions { dry_run: false, operator: without.operator.clone(), approved: None };
    let is_ending = AtomicBool::new(false);
    let job = Job { store, plan, options, clock, randomness, pace, without, is_ending };
    Box::pin(job.run(open, errors)).await
}

/// Looks which files there are, and how they are applied.
async fn plan(
    directory: &Path,
    importers: Vec<Arc<dyn TableImporter>>,
    approved: Option<Files>,
) -> Result<(Plan, FileErrors), ImportError> {
    let directory = directory.to_owned();
    let looking = spawn_blocking(move || {
        let mut errors = FileErrors::default();
        (sources(&directory, &importers, approved.as_ref(), &mut errors), errors)
    });
    let (sources, errors) = looking.await.map_err(|_| ImportError::Interrupted)?;
    Ok((Plan::new(sources), errors))
}

async fn at_once(
    store: &Store,
    (plan, errors): (Plan, FileErrors),
    options: ImportOptions,
    at_end: AtEnd,
    clock: &dyn Clock,
    randomness: Arc<dyn Randomness>,
) -> Result<Report, ImportError> {
    let now = clock.now();
    let operator = options.operator.clone();
    let source = Arc::clone(&randomness);
    let reading = spawn_blocking(move || {
        let randomness = source.as_ref();
        let context = ImportContext { now, applied_at: now, randomness, operator: &operator };
        read_whole(&plan.sources, &context, errors)
    });
    let batch = reading.await.map_err(|_| ImportError::Interrupted)??;
    let batch = Arc::new(batch);
    let (dry_run, facts) = (options.dry_run, options.approved.clone().unwrap_or_default().facts);
    // Passwords were hashed since the beginning, and others may come first: what ends ends with this unit.
    let moment = Moment::began(clock);
    let told = moment.clone();
    let unit = move |tx: &mut Tx| -> Result<Report, Ending> {
        runs::make_way(tx, told.now())?;
        // Behind the first statement: who was let in before it is seen, and who comes later disturbs this unit.
        let applied_at = told.now();
        let randomness = randomness.as_ref();
        let context = ImportContext { now, applied_at, randomness, operator: &options.operator };
        let report = apply(tx, &batch, &context, dry_run)?;
        if dry_run {
            return Err(Ending::DryRun(report));
        }
        at_end(tx, &report)?;
        Ok(report)
    };
    let unit = move |tx: &mut Tx| audit::operating_as(&facts, || unit(tx));
    patiently(|| {
        let unit = unit.clone();
        moment.during(clock, async move {
            match store.write("import", unit).await {
                Ok(report) | Err(Ending::DryRun(report)) => Ok(report),
                Err(Ending::Failed(error)) => Err(error),
            }
        })
    })
    .await
}

/// The reasons to roll the unit of work back.
enum Ending {
    DryRun(Report),
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

/// Applies rows in the unit of work of the caller, like a small import.
///
/// # Errors
/// Another import is at work or not finished, the rows are wrong, or the database's failure.
pub fn apply_rows(tx: &mut Tx, batch: &Batch, context: &ImportContext<'_>) -> Result<Report, ImportError> {
    runs::make_way(tx, context.applied_at)?;
    apply(tx, batch, context, false)
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
    let (mut tables, mut lines) = (Vec::with_capacity(batch.tables.len()), Lines::default());
    for table in &batch.tables {
        let counts = apply_table(tx, table, context, &mut lines, &mut errors)?;
        let actor = Actor::Operator(context.operator.to_owned());
        audit::record(tx, counts.entry(context.applied_at, context.randomness, actor))?;
        tables.push(counts);
    }
    let report = Report { dry_run, tables, changes: lines.told() };
    let files: Vec<&str> = batch.tables.iter().map(|table| table.file.as_str()).collect();
    errors.or(report, &files)
}

fn apply_table(
    tx: &mut Tx,
    table: &Table,
    context: &ImportContext<'_>,
    lines: &mut Lines,
    errors: &mut FileErrors,
) -> Result<TableReport, ImportError> {
    let mut counts = TableReport::new(&table.file);
    let origin = Origin { file: table.file.clone(), sha256: table.sha256.clone(), import: None };
    for rows in table.rows.chunks(SLICE_ROWS) {
        if errors.is_full() {
            break;
        }
        let outcomes = apply_traced(tx, table.importer.as_ref(), rows, context, &origin, Some(lines))?;
        settle(&table.file, rows, outcomes, &mut counts, errors)?;
    }
    Ok(counts)
}
