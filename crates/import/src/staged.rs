//! An import by the staging table: read, checked in full, decided by one switch, applied in chunks, finished.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::pin::pin;
use std::sync::Arc;

use store::{StoreError, StoreLimits};
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::check::Checking;
use crate::chunks::{UnitTable, UnitTables};
use crate::error::FileErrors;
use crate::finish::Finishing;
use crate::job::Job;
use crate::limits::{SIGN_OF_LIFE, STAGED_AT_ONCE};
use crate::plan::digest;
use crate::read::{Source, read_parts, read_whole};
use crate::runs::{self, Run, RunState};
use crate::staging::{MIGRATIONS, Staging};
use crate::{ImportContext, ImportError, ImportRow, Progress, Report, Stage};

/// Connections that read staged rows.
const READERS_MAX: usize = 4;
/// Parts of files that are read ahead of the database.
const PARTS_AHEAD: usize = 2;

impl Job<'_> {
    /// Goes on with the import that is open, or begins one.
    pub(crate) async fn run(&self, open: Option<Run>, errors: FileErrors) -> Result<Report, ImportError> {
        let digest = self.digest().await?;
        let run = match open {
            Some(run) if run.state == RunState::Applying => {
                if run.digest != digest || self.options.dry_run {
                    return Err(ImportError::Unfinished { import: run.id });
                }
                runs::take(self.store, &run, self.clock.now()).await?
            }
            _ => runs::begin(self.store, &self.options.operator, digest, self.clock.now()).await?,
        };
        let mut work = pin!(self.work(&run, errors));
        loop {
            // A process that lives says so, however long one statement takes.
            match timeout(SIGN_OF_LIFE, &mut work).await {
                Ok(outcome) => return outcome,
                Err(_) => match runs::renew(self.store, &run, self.clock.now()).await {
                    // A chunk is at the row: it renews the lease itself, or finds that it is lost.
                    Err(ImportError::Store(StoreError::Busy(_))) => {}
                    renewed => renewed?,
                },
            }
        }
    }

    async fn digest(&self) -> Result<[u8; 32], ImportError> {
        let (sources, steps) = (self.plan.sources.clone(), self.plan.steps.clone());
        let digest = spawn_blocking(move || digest(&sources, &steps));
        digest.await.ok().and_then(Result::ok).ok_or(ImportError::Interrupted)
    }

    async fn work(&self, run: &Run, errors: FileErrors) -> Result<Report, ImportError> {
        let limits = StoreLimits { sqlite_readers_max: READERS_MAX, ..StoreLimits::default() };
        let side = self.store.side("import", &MIGRATIONS, limits).await?;
        let staging = Staging::new(side, run.id);
        let outcome = match run.state {
            RunState::Undecided => self.decide(run, &staging, errors).await,
            RunState::Applying => self.restage(run, &staging).await.map(|units| (None, units)),
        };
        let outcome = match outcome {
            Ok((None, units)) => Finishing { job: self, run, staging: &staging, units: &units }.all().await,
            Ok((Some(report), _)) => self.end(run).await.map(|()| report),
            Err(error @ ImportError::Files { .. }) => self.end(run).await.and(Err(error)),
            Err(error) => Err(error),
        };
        match &outcome {
            Ok(_) | Err(ImportError::Files { .. }) => staging.discard().await?,
            Err(_) => staging.close().await,
        }
        outcome
    }

    /// Reads, stages and checks all files, and decides the import; returns the report of a dry run instead.
    async fn decide(
        &self,
        run: &Run,
        staging: &Staging,
        errors: FileErrors,
    ) -> Result<(Option<Report>, Arc<UnitTables>), ImportError> {
        let (units, mut errors) = self.read_units(run, errors).await?;
        let rows = self.stage(run, staging, &mut errors).await?;
        runs::staged(self.store, run, rows).await?;
        let run = Run { rows, ..run.clone() };
        let left_out = BTreeSet::new();
        let mut checking = Checking { job: self, run: &run, staging, units: Arc::clone(&units), left_out };
        let tables = checking.all(&mut errors).await?;
        let files = self.plan.files();
        let files_told: Vec<&str> = files.iter().map(String::as_str).collect();
        let report = errors.or(Report { dry_run: self.options.dry_run, tables }, &files_told)?;
        if self.options.dry_run {
            return Ok((Some(report), units));
        }
        self.tell(Stage::Applying, 0, rows)?;
        runs::decide(self.store, &run, files, Arc::clone(&self.randomness)).await?;
        Ok((None, units))
    }

    /// Finds the rows of an import that is decided, or stages them again.
    async fn restage(&self, run: &Run, staging: &Staging) -> Result<Arc<UnitTables>, ImportError> {
        let (units, mut errors) = self.read_units(run, FileErrors::default()).await?;
        if staging.count().await? != run.rows {
            self.stage(run, staging, &mut errors).await?;
        }
        // They had no errors when they were checked, and are the same files.
        errors.or(units, &[])
    }

    /// Reads the files that are applied in one unit of work.
    async fn read_units(
        &self,
        run: &Run,
        errors: FileErrors,
    ) -> Result<(Arc<UnitTables>, FileErrors), ImportError> {
        let is_unit = |(file, source): (usize, &Source)| {
            (!self.plan.staged.contains_key(&file)).then(|| source.clone())
        };
        let sources: Vec<Source> = self.plan.sources.iter().enumerate().filter_map(is_unit).collect();
        let (now, operator, randomness) = (run.begun_at, run.operator.clone(), Arc::clone(&self.randomness));
        let reading = spawn_blocking(move || {
            let context = ImportContext { now, randomness: randomness.as_ref(), operator: &operator };
            read_whole(&sources, &context, errors)
        });
        let batch = reading.await.map_err(|_| ImportError::Interrupted)??;
        let tables = batch
            .tables
            .into_iter()
            .map(|table| (table.importer.file_stem(), UnitTable::of(table.rows, table.importer.key())));
        Ok((Arc::new(tables.collect()), batch.errors))
    }

    /// Reads the other files into the staging table; how many rows they have.
    async fn stage(&self, run: &Run, staging: &Staging, errors: &mut FileErrors) -> Result<u64, ImportError> {
        staging.begin().await?;
        let (mut staged, mut bytes) = (0, 0);
        for (position, source) in self.plan.sources.iter().enumerate() {
            let Some(file) = self.plan.staged.get(&position) else { continue };
            let (sender, mut parts) = mpsc::channel::<Vec<ImportRow>>(PARTS_AHEAD);
            let (read, mut own_errors) = (source.clone(), std::mem::take(errors));
            let (now, operator) = (run.begun_at, run.operator.clone());
            let randomness = Arc::clone(&self.randomness);
            let reading = spawn_blocking(move || {
                let context = ImportContext { now, randomness: randomness.as_ref(), operator: &operator };
                let hand_over = |part| sender.blocking_send(part).is_ok();
                read_parts(&read, &context, &mut own_errors, hand_over).map(|()| own_errors)
            });
            let mut of_file = 0_u64;
            while let Some(part) = parts.recv().await {
                for rows in part.chunks(STAGED_AT_ONCE) {
                    staging.write(*file, source.importer.as_ref(), rows).await?;
                }
                of_file += u64::try_from(part.len()).unwrap_or(0);
                self.tell(Stage::Reading, staged + of_file, 0)?;
            }
            *errors = reading.await.map_err(|_| ImportError::Interrupted)??;
            staged += of_file;
            bytes += source.bytes;
        }
        tracing::debug!(import.rows = staged, import.bytes = bytes, "the files are staged");
        staging.finish().await?;
        Ok(staged)
    }

    async fn end(&self, run: &Run) -> Result<(), ImportError> {
        runs::give_up(self.store, run, self.clock.now()).await
    }

    /// Tells how far the import has come.
    pub(crate) fn tell(&self, stage: Stage, done: u64, total: u64) -> Result<(), ImportError> {
        match (self.pace.listener)(Progress { stage, done, total }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(ImportError::Interrupted),
        }
    }
}
