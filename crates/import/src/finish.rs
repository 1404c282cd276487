//! The end of an import that is decided: step by step, each unit of work with the note that it is done.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use store::Tx;
use tokio::try_join;

use crate::chunks::UnitTables;
use crate::error::FileErrors;
use crate::job::Job;
use crate::limits::SLICE_ROWS;
use crate::pacing::{Moment, Pacing, patiently};
use crate::plan::Step;
use crate::rows::{FileRows, by_file, settle};
use crate::runs::{self, Part, Run};
use crate::staging::{Block, Numbered, Staging};
use crate::traced::{Origin, apply_traced};
use crate::{ImportError, Report, Stage, TableReport};

pub(crate) struct Finishing<'a> {
    pub(crate) job: &'a Job<'a>,
    pub(crate) run: &'a Run,
    pub(crate) staging: &'a Staging,
    pub(crate) units: &'a UnitTables,
    /// SHA-256 of each file.
    pub(crate) digests: Arc<[String]>,
}

/// The way through the chunks of one step.
struct Walk<'a> {
    step: usize,
    pacing: Pacing<'a>,
    applied: u64,
}

impl Finishing<'_> {
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
        if applied != run.rows {
            runs::again(self.job.store, run).await?;
            return Err(ImportError::RowsMissed { import: run.id, expected: run.rows, found: applied });
        }
        self.job.is_ending.store(true, Ordering::SeqCst);
        let (now, randomness) = (self.job.clock.now(), Arc::clone(&self.job.randomness));
        let facts = self.job.options.approved.clone().unwrap_or_default().facts;
        let at_end = Arc::clone(&self.job.pace.at_end);
        runs::finish(self.job.store, run, (facts, at_end), (now, randomness)).await
    }

    /// Applies the chunks of a step after `through`; how many rows are applied then.
    async fn chunks(&self, step: usize, through: String, applied: u64) -> Result<u64, ImportError> {
        let pace = self.job.pace;
        let mut walk = Walk { step, pacing: Pacing::first(pace, self.job.store.writes_at_once()), applied };
        let staged = self.staging.step(step, self.job.plan.columns(), pace.key_rows_max);
        let mut ahead = staged.behind(through, walk.pacing.rows().max(SLICE_ROWS)).await?;
        while let Some(block) = ahead {
            // The next rows are read while these are applied.
            let next = staged.behind(block.last.clone(), walk.pacing.rows().max(SLICE_ROWS));
            ((), ahead) = try_join!(self.block(&mut walk, block), next)?;
        }
        Ok(walk.applied)
    }

    async fn block(&self, walk: &mut Walk<'_>, block: Block) -> Result<(), ImportError> {
        let plan = &self.job.plan;
        let mut rows = VecDeque::from(block.rows);
        while !rows.is_empty() {
            let chunk: Vec<Numbered> = rows.drain(..plan.cut(&rows, walk.pacing.rows())).collect();
            let count = u64::try_from(chunk.len()).unwrap_or(0);
            let through = chunk.last().map_or_else(|| block.last.clone(), |row| plan.key(row).to_owned());
            walk.pacing.turn().await;
            let took = self.apply(Part { step: walk.step, through, rows: count }, by_file(chunk)).await?;
            walk.pacing.took(count, took);
            walk.applied += count;
            self.job.tell(Stage::Applying, walk.applied, self.run.rows)?;
        }
        Ok(())
    }

    /// Applies rows in one unit of work, together with the note that they are applied; how long it held others up.
    async fn apply(&self, part: Part, mut rows: Vec<FileRows>) -> Result<Duration, ImportError> {
        let job = self.job;
        let (without, left_out) = (job.without.clone(), job.without.taken_out_of(&mut rows, &job.plan));
        let is_guarded = rows.iter().all(|(file, _)| job.plan.holds_alone(*file));
        let (sources, stopwatch) = (job.plan.sources.clone(), Arc::clone(&job.pace.stopwatch));
        let (run, randomness) = (self.run.clone(), Arc::clone(&job.randomness));
        let (moment, rows, digests) = (Moment::began(job.clock), Arc::new(rows), Arc::clone(&self.digests));
        let told = moment.clone();
        let unit = move |tx: &mut Tx| {
            // Waiting for the turn of others is none of it.
            let begun = stopwatch();
            runs::step(tx, &run, &part, told.now())?;
            // Behind the first statement: who was let in before it is seen, and who comes later disturbs this unit.
            let context = run.context(randomness.as_ref(), told.now());
            for place in &left_out {
                without.record(tx, place, run.id, context.randomness, context.applied_at)?;
            }
            let mut errors = FileErrors::default();
            for (file, rows) in rows.iter() {
                let Some(source) = sources.get(*file) else { continue };
                let mut counts = TableReport::new(&source.file);
                let sha256 = digests.get(*file).cloned().unwrap_or_default();
                let origin = Origin { file: source.file.clone(), sha256, import: Some(run.id) };
                let importer = source.importer.as_ref();
                let outcomes = apply_traced(tx, importer, rows, &context, &origin, None)?;
                settle(&source.file, rows, outcomes, &mut counts, &mut errors)?;
                runs::count(tx, &run, *file, &counts)?;
            }
            errors.or(begun, &[]).map_err(|error| error.stopped(run.id))
        };
        let facts = job.options.approved.clone().unwrap_or_default().facts;
        let unit = move |tx: &mut Tx| audit::operating_as(&facts, || unit(tx));
        // A decided import can only be finished, so somebody in the way for a moment must not end it.
        let begun = patiently(|| {
            let unit = unit.clone();
            moment.during(job.clock, async move {
                if is_guarded {
                    job.store.write_guarded("import.chunk", unit).await
                } else {
                    job.store.write("import.chunk", unit).await
                }
            })
        })
        .await?;
        Ok((job.pace.stopwatch)().saturating_sub(begun))
    }
}
