//! The end of an import that is decided: step by step, each unit of work with the note that it is done.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use store::{StoreError, Tx};
use tokio::time::{Instant, sleep, sleep_until};
use tokio::try_join;

use crate::chunks::UnitTables;
use crate::error::FileErrors;
use crate::job::Job;
use crate::limits::{BUSY_MAX, BUSY_PAUSE_FIRST, BUSY_PAUSE_MAX, SLICE_ROWS};
use crate::plan::Step;
use crate::rows::{FileRows, apply_rows, by_file, settle};
use crate::runs::{self, Part, Run};
use crate::staging::{Block, Numbered, Staging};
use crate::{ImportContext, ImportError, Report, Stage, TableReport, Taking};

/// An import that can only be finished.
pub(crate) struct Finishing<'a> {
    pub(crate) job: &'a Job<'a>,
    pub(crate) run: &'a Run,
    pub(crate) staging: &'a Staging,
    pub(crate) units: &'a UnitTables,
}

/// The way through the chunks of one step.
struct Walk {
    step: usize,
    /// Rows of the next chunk, and the time that it should take.
    size: u32,
    aim: Duration,
    /// The moment until which others come to their turn.
    pause: Option<Instant>,
    /// Rows that are applied.
    applied: u64,
}

impl Finishing<'_> {
    /// Applies all steps that are left, and ends the import.
    pub(crate) async fn all(&self) -> Result<Report, ImportError> {
        let run = self.run;
        let (mut step, mut through, mut applied) = (run.step, run.through.clone(), run.applied);
        while let Some(kind) = self.job.plan.steps.get(step) {
            let done = Part { step: step + 1, through: String::new(), rows: 0 };
            match kind {
                Step::Unit(files) => {
                    let of_file = |file: &usize| {
                        let name = self.job.plan.sources.get(*file)?.importer.file_stem();
                        Some((*file, self.units.get(name)?.rows.clone()))
                    };
                    self.apply(done, files.iter().filter_map(of_file).collect()).await?;
                }
                Step::Chunks(_) => {
                    applied = self.chunks(step, through, applied).await?;
                    self.apply(done, Vec::new()).await?;
                }
            }
            (step, through) = (step + 1, String::new());
        }
        let (now, randomness) = (self.job.clock.now(), Arc::clone(&self.job.randomness));
        let tables = runs::finish(self.job.store, run, now, randomness).await?;
        Ok(Report { dry_run: false, tables })
    }

    /// Applies the chunks of a step behind `through`; how many rows are applied then.
    async fn chunks(&self, step: usize, through: String, applied: u64) -> Result<u64, ImportError> {
        let sizes = self.job.pace.chunks;
        let aim = if self.job.store.writes_at_once() { sizes.aim_beside } else { sizes.aim_alone };
        let mut walk = Walk { step, size: sizes.first.max(1), aim, pause: None, applied };
        let (group, columns) = (i64::try_from(step).unwrap_or(i64::MAX), self.job.plan.columns());
        let read = async |through: String, size: u32| {
            let rows = usize::try_from(size).unwrap_or(usize::MAX).max(SLICE_ROWS);
            Ok::<_, ImportError>(self.staging.block(group, through, rows, &columns).await?)
        };
        let mut ahead = read(through, walk.size).await?;
        while let Some(block) = ahead {
            // The next rows are read while these are applied.
            let next = read(block.last.clone(), walk.size);
            ((), ahead) = try_join!(self.block(&mut walk, block), next)?;
        }
        Ok(walk.applied)
    }

    /// Applies staged rows in chunks.
    async fn block(&self, walk: &mut Walk, block: Block) -> Result<(), ImportError> {
        let mut rows = VecDeque::from(block.rows);
        while !rows.is_empty() {
            let chunk: Vec<Numbered> = rows.drain(..self.cut(&rows, walk.size)).collect();
            let count = u64::try_from(chunk.len()).unwrap_or(0);
            let through = chunk.last().and_then(|row| self.key(row)).unwrap_or_else(|| block.last.clone());
            if let Some(pause) = walk.pause {
                sleep_until(pause).await;
            }
            let took = self.apply(Part { step: walk.step, through, rows: count }, by_file(chunk)).await?;
            walk.pause = Some(Instant::now() + self.job.pace.pause);
            walk.size = self.job.pace.chunks.next(walk.size, count, took, walk.aim);
            walk.applied += count;
            self.job.tell(Stage::Applying, walk.applied, self.run.rows)?;
        }
        Ok(())
    }

    /// The rows of the next chunk: `size` of them, and those behind that have the key of the last one.
    fn cut(&self, rows: &VecDeque<Numbered>, size: u32) -> usize {
        let size = usize::try_from(size).unwrap_or(usize::MAX).max(1);
        let Some(last) = rows.get(size - 1) else { return rows.len() };
        let key = self.key(last);
        size + rows.iter().skip(size).take_while(|row| self.key(row) == key).count()
    }

    /// The key by which a staged row is cut.
    fn key(&self, (file, row): &Numbered) -> Option<String> {
        let staged = self.job.plan.staged.get(&usize::try_from(*file).ok()?)?;
        Some(staged.chunks.key(row))
    }

    /// Applies rows in one unit of work, together with the note that they are applied; how long it held others up.
    async fn apply(&self, part: Part, rows: Vec<FileRows>) -> Result<Duration, ImportError> {
        let sources = self.job.plan.sources.clone();
        let is_bulk = |file: usize| sources.get(file).is_none_or(|source| source.importer.bulk().is_some());
        let is_guarded = rows.iter().all(|(file, _)| is_bulk(*file));
        let (run, randomness) = (self.run.clone(), Arc::clone(&self.job.randomness));
        let (stopwatch, now) = (Arc::clone(&self.job.pace.stopwatch), self.job.clock.now());
        let rows = Arc::new(rows);
        let unit = move |tx: &mut Tx| {
            // Waiting for the turn of others is none of it.
            let begun = stopwatch();
            runs::step(tx, &run, &part, now)?;
            let context =
                ImportContext { now: run.begun_at, randomness: randomness.as_ref(), operator: &run.operator };
            let mut errors = FileErrors::default();
            for (file, rows) in rows.iter() {
                let Some(source) = sources.get(*file) else { continue };
                let mut counts = TableReport::of(&source.file);
                let outcomes = apply_rows(tx, source.importer.as_ref(), rows, Taking::Apply, &context)?;
                settle(&source.file, rows, outcomes, &mut counts, &mut errors)?;
                runs::count(tx, &run, *file, &counts)?;
            }
            errors.or(begun, &[]).map_err(|error| match error {
                ImportError::Files { errors, more } => ImportError::Stopped { import: run.id, errors, more },
                other => other,
            })
        };
        // A decided import can only be finished, so somebody in the way for a moment must not end it.
        let (given_up_at, mut pause) = (Instant::now() + BUSY_MAX, BUSY_PAUSE_FIRST);
        let begun = loop {
            let done = if is_guarded {
                self.job.store.write_guarded("import.chunk", unit.clone()).await
            } else {
                self.job.store.write("import.chunk", unit.clone()).await
            };
            match done {
                Err(ImportError::Store(StoreError::Busy(_))) if Instant::now() < given_up_at => {
                    sleep(pause).await;
                    pause = (pause * 2).min(BUSY_PAUSE_MAX);
                }
                done => break done?,
            }
        };
        Ok((self.job.pace.stopwatch)().saturating_sub(begun))
    }
}
