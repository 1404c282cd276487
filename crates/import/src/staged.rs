//! An import by the staging table: read, checked in full, decided by one switch, applied in chunks, finished.

use std::collections::BTreeSet;
use std::future::pending;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use store::{StoreError, StoreLimits};
use tokio::select;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use crate::check::Checking;
use crate::chunks::{UnitTable, UnitTables};
use crate::error::FileErrors;
use crate::finish::Finishing;
use crate::job::Job;
use crate::limits::STAGED_AT_ONCE;
use crate::pacing::patiently;
use crate::plan::Digests;
use crate::read::{Source, read_parts, read_whole};
use crate::runs::{self, Run};
use crate::staging::{MIGRATIONS, Staging};
use crate::{ImportError, ImportRow, Progress, Report, Stage};

/// Connections that read staged rows.
const READERS_MAX: usize = 4;
/// Parts of files that are read ahead of the database.
const PARTS_AHEAD: usize = 2;

enum Checked {
    DryRun(Report),
    /// From here on the import can only be finished.
    Decided(Run, Arc<UnitTables>),
}

impl Job<'_> {
    /// Goes on with the import that is open, or begins one.
    pub(crate) async fn run(&self, open: Option<Run>, errors: FileErrors) -> Result<Report, ImportError> {
        let digests = self.digests().await?;
        let run = match open {
            Some(run) if run.is_decided => {
                let (is_same, now) = (run.digest == digests.whole, self.clock.now());
                if is_same && !self.options.dry_run {
                    runs::take(self.store, &run, now).await?
                } else if run.is_leased(now) {
                    return Err(ImportError::Running { import: run.id });
                } else {
                    return Err(ImportError::Unfinished { import: run.id, is_same });
                }
            }
            _ => runs::begin(self.store, &self.options.operator, digests.whole, self.clock.now()).await?,
        };
        select! {
            biased;
            outcome = self.work(&run, digests.files.into(), errors) => outcome,
            lost = self.give_signs(&run) => Err(lost),
        }
    }

    /// Gives signs of life, however long one statement takes; returns when another process has gone on.
    async fn give_signs(&self, run: &Run) -> ImportError {
        loop {
            sleep(self.pace.sign_of_life).await;
            // The end proves the lease by itself, and after it there is none.
            if self.is_ending.load(Ordering::SeqCst) {
                return pending().await;
            }
            match runs::renew(self.store, run, self.clock.now()).await {
                // A chunk is at the row: it renews the lease itself, or finds that it is lost.
                Ok(()) | Err(ImportError::Store(StoreError::Busy(_))) => {}
                // The end came first.
                Err(_) if self.is_ending.load(Ordering::SeqCst) => return pending().await,
                Err(error) => return error,
            }
        }
    }

    async fn digests(&self) -> Result<Digests, ImportError> {
        let (sources, steps) = (self.plan.sources.clone(), self.plan.steps.clone());
        let digests = spawn_blocking(move || Digests::read(&sources, &steps));
        let digests = digests.await.ok().and_then(Result::ok).ok_or(ImportError::Interrupted)?;
        let (files, mut errors) = (self.plan.sources.iter().zip(&digests.files), FileErrors::default());
        files.for_each(|(source, sha256)| source.check(sha256, &mut errors));
        errors.or(digests, &[])
    }

    async fn work(
        &self,
        run: &Run,
        digests: Arc<[String]>,
        errors: FileErrors,
    ) -> Result<Report, ImportError> {
        let limits = StoreLimits { sqlite_readers_max: READERS_MAX, ..StoreLimits::default() };
        let side = self.store.side("import", &MIGRATIONS, limits).await?;
        let staging = Staging::new(side, run.id);
        let checked = if run.is_decided {
            self.restage(run, &staging).await
        } else {
            self.decide(run, &staging, errors).await
        };
        let outcome = match checked {
            Ok(Checked::Decided(run, units)) => {
                Finishing { job: self, run: &run, staging: &staging, units: &units, digests }.all().await
            }
            Ok(Checked::DryRun(report)) => {
                self.give_up(run).await;
                Ok(report)
            }
            Err(error) => {
                if matches!(error, ImportError::Files { .. }) {
                    self.give_up(run).await;
                }
                Err(error)
            }
        };
        match &outcome {
            Ok(_) | Err(ImportError::Files { .. }) => {
                // The outcome stands whatever becomes of the rows: the next import empties their table.
                if let Err(error) = staging.discard().await {
                    tracing::warn!(import.id = run.id, "the staged rows of import {} stay: {error}", run.id);
                }
            }
            Err(_) => staging.close().await,
        }
        outcome
    }

    /// Reads, stages and checks all files, and decides the import unless it is a dry run.
    async fn decide(&self, run: &Run, staging: &Staging, errors: FileErrors) -> Result<Checked, ImportError> {
        let (units, mut errors) = self.read_units(run, errors).await?;
        let rows = self.stage(run, staging, &mut errors).await?;
        runs::staged(self.store, run, rows).await?;
        let run = Run { rows, ..run.clone() };
        let left_out = BTreeSet::new();
        let mut checking = Checking { job: self, run: &run, staging, units: Arc::clone(&units), left_out };
        let tables = checking.all(&mut errors).await?;
        let found = staging.count().await?;
        // A process that stood still for longer than its lease has looked at the table of the one that went on: what it
        // has found says nothing of its own files.
        patiently(|| runs::renew(self.store, &run, self.clock.now())).await?;
        let files = self.plan.files();
        let files_told: Vec<&str> = files.iter().map(String::as_str).collect();
        let report =
            errors.or(Report { dry_run: self.options.dry_run, tables, changes: Vec::new() }, &files_told)?;
        if self.options.dry_run {
            return Ok(Checked::DryRun(report));
        }
        if found != rows {
            return Err(ImportError::RowsAstray { import: run.id, expected: rows, found });
        }
        self.tell(Stage::Applying, 0, rows)?;
        let (now, randomness) = (self.clock.now(), Arc::clone(&self.randomness));
        let facts = self.options.approved.clone().unwrap_or_default().facts;
        runs::decide(self.store, &run, files, facts, (now, randomness)).await?;
        Ok(Checked::Decided(run, units))
    }

    /// Finds the rows of an import that is decided, or stages them again.
    async fn restage(&self, run: &Run, staging: &Staging) -> Result<Checked, ImportError> {
        let (units, mut errors) = self.read_units(run, FileErrors::default()).await?;
        if staging.count().await? != run.rows {
            self.stage(run, staging, &mut errors).await?;
        }
        // They had no errors when they were checked; a file that cannot be read any more stops the import.
        let units = errors.or(units, &[]).map_err(|error| error.stopped(run.id))?;
        self.without.check(&self.plan, run, staging, &units).await?;
        Ok(Checked::Decided(run.clone(), units))
    }

    async fn read_units(
        &self,
        run: &Run,
        errors: FileErrors,
    ) -> Result<(Arc<UnitTables>, FileErrors), ImportError> {
        let is_unit = |(file, source): (usize, &Source)| {
            (!self.plan.staged.contains_key(&file)).then(|| source.clone())
        };
        let sources: Vec<Source> = self.plan.sources.iter().enumerate().filter_map(is_unit).collect();
        let (run, randomness) = (run.clone(), Arc::clone(&self.randomness));
        let reading = spawn_blocking(move || {
            read_whole(&sources, &run.context(randomness.as_ref(), run.begun_at), errors)
        });
        let batch = reading.await.map_err(|_| ImportError::Interrupted)??;
        let tables = batch
            .tables
            .into_iter()
            .map(|table| (table.importer.file_stem(), UnitTable::new(table.rows, table.importer.key())));
        Ok((Arc::new(tables.collect()), batch.errors))
    }

    /// Reads the other files into the staging table; how many rows they have.
    async fn stage(&self, run: &Run, staging: &Staging, errors: &mut FileErrors) -> Result<u64, ImportError> {
        // A process that stood still for longer than its lease must not empty the table of the one that went on, and
        // one who copies the database has all tables for a while.
        patiently(|| async {
            runs::renew(self.store, run, self.clock.now()).await?;
            Ok(staging.begin().await?)
        })
        .await?;
        let (mut staged, mut bytes) = (0, 0);
        for (position, source) in self.plan.sources.iter().enumerate() {
            let Some(file) = self.plan.staged.get(&position) else { continue };
            let (sender, mut parts) = mpsc::channel::<Vec<ImportRow>>(PARTS_AHEAD);
            let (read, mut own_errors) = (source.clone(), std::mem::take(errors));
            let (run, randomness) = (run.clone(), Arc::clone(&self.randomness));
            let reading = spawn_blocking(move || {
                let context = run.context(randomness.as_ref(), run.begun_at);
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

    /// Ends an import of which nothing is applied. Its outcome stands without that: the next one waits for the lease.
    async fn give_up(&self, run: &Run) {
        self.is_ending.store(true, Ordering::SeqCst);
        if let Err(error) = runs::give_up(self.store, run, self.clock.now()).await {
            tracing::warn!(import.id = run.id, "import {} keeps its lease to the end: {error}", run.id);
        }
    }

    pub(crate) fn tell(&self, stage: Stage, done: u64, total: u64) -> Result<(), ImportError> {
        match (self.pace.listener)(Progress { stage, done, total }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(ImportError::Interrupted),
        }
    }
}
