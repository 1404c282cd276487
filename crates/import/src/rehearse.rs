//! The check of files that are applied row by row: they are applied and rolled back.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::convert::Infallible;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use store::{StoreError, Tx};

use crate::check::{Checking, RowName};
use crate::error::FileErrors;
use crate::limits::SLICE_ROWS;
use crate::pacing::patiently;
use crate::rows::{FileRows, settle, take_rows};
use crate::{Ahead, ImportError, ImportRow, Outcomes, TableReport, Taking};

/// Rounds in which references of references are followed.
const ROUNDS_MAX: usize = 8;

/// The most values that are looked up at once, where one names many rows, such as a login all of a user's rights.
const NAMES_AT_ONCE: usize = 100;
/// The most rows of such a value.
const NAMED_ROWS_MAX: i64 = 1_000;

impl Checking<'_> {
    /// Applies `rows` together with all rows of this import that they may refer to, and rolls all of it back. What is
    /// wrong with the others is told elsewhere. Returns the time for which it held others up.
    pub(crate) async fn rehearse(
        &self,
        rows: Vec<FileRows>,
        others: Vec<FileRows>,
        reports: &mut [TableReport],
        errors: &mut FileErrors,
    ) -> Result<Duration, ImportError> {
        let job = self.job;
        let needed = Arc::new(self.needed(&rows, others).await?);
        let (sources, stopwatch) = (job.plan.sources.clone(), Arc::clone(&job.pace.stopwatch));
        let (run, randomness) = (self.run.clone(), Arc::clone(&job.randomness));
        let shared = Arc::new(rows);
        let own = Arc::clone(&shared);
        // Rows that are named are in the unit; files that are looked at as a whole, such as rates, are ahead.
        let ahead = Arc::new(Ahead { rows: HashMap::new(), tables: Arc::clone(&self.units) });
        let unit = move |tx: &mut Tx, first: &OnceLock<Duration>| -> Result<Infallible, Rehearsed> {
            // Waiting for the turn of others is none of it. Where a unit that ends with an error is run twice, they
            // wait for both.
            let begun = *first.get_or_init(&*stopwatch);
            let context = run.context(randomness.as_ref(), run.begun_at);
            let mut outcomes = Vec::new();
            for (file, source) in sources.iter().enumerate() {
                let (importer, taking) = (source.importer.as_ref(), Taking::Rehearse(&ahead));
                if let Some(rows) = needed.get(&file) {
                    take_rows(tx, importer, rows, taking, &context)?;
                }
                if let Some((_, rows)) = own.iter().find(|(own, _)| *own == file) {
                    outcomes.push(take_rows(tx, importer, rows, taking, &context)?);
                }
            }
            Err(Rehearsed::Done(begun, outcomes))
        };
        let rehearsed = patiently(|| async {
            let (unit, first) = (unit.clone(), OnceLock::new());
            match job.store.write("import.rehearse", move |tx| unit(tx, &first)).await {
                Err(Rehearsed::Done(begun, outcomes)) => Ok((begun, outcomes)),
                Err(Rehearsed::Failed(error)) => Err(error.into()),
                Ok(never) => match never {},
            }
        });
        let (begun, outcomes) = rehearsed.await?;
        let took = (job.pace.stopwatch)().saturating_sub(begun);
        for ((file, rows), outcomes) in shared.iter().zip(outcomes) {
            if let (Some(source), Some(report)) = (job.plan.sources.get(*file), reports.get_mut(*file)) {
                settle(&source.file, rows, outcomes, report, errors)?;
            }
        }
        Ok(took)
    }

    /// The rows of this import that have a value of `rows` or `others` as their key, and so on; `others` included.
    async fn needed(
        &self,
        rows: &[FileRows],
        others: Vec<FileRows>,
    ) -> Result<HashMap<usize, Vec<ImportRow>>, ImportError> {
        let plan = &self.job.plan;
        let names =
            |(file, rows): &FileRows| rows.iter().map(|row| (*file, row.row_number())).collect::<Vec<_>>();
        let own = rows.iter().flat_map(names).chain(self.left_out.iter().copied()).collect();
        let mut needed = Needed { own, rows: HashMap::new(), asked: BTreeSet::new() };
        let mut fresh = Vec::new();
        for row in rows.iter().flat_map(|(_, rows)| rows) {
            needed.ask(row, &mut fresh);
        }
        for (file, rows) in &others {
            for row in rows {
                needed.add(*file, row, &mut fresh);
            }
        }
        for _ in 0..ROUNDS_MAX {
            let asked = std::mem::take(&mut fresh);
            if asked.is_empty() {
                break;
            }
            self.add_staged(&asked, &mut needed, &mut fresh).await?;
            for (file, source) in plan.sources.iter().enumerate() {
                let Some(table) = self.units.get(source.importer.file_stem()) else { continue };
                for row in asked.iter().flat_map(|name| table.named(name)) {
                    needed.add(file, row, &mut fresh);
                }
            }
        }
        Ok(needed.sorted())
    }

    /// Adds the staged rows that the values `asked` name.
    async fn add_staged(
        &self,
        asked: &[String],
        needed: &mut Needed,
        fresh: &mut Vec<String>,
    ) -> Result<(), ImportError> {
        let plan = &self.job.plan;
        let columns = plan.columns();
        for (file, staged) in &plan.staged {
            let key = plan.sources.get(*file).map(|source| source.importer.key()).unwrap_or_default();
            let is_one_of_many = key.len() > 1 && plan.is_looked_at(*file);
            let (at_once, rows_max) =
                if is_one_of_many { (NAMES_AT_ONCE, NAMED_ROWS_MAX) } else { (SLICE_ROWS, 1) };
            for by_value in [false, true] {
                if by_value && staged.chunks.unique.is_none() {
                    continue;
                }
                for part in asked.chunks(at_once) {
                    let by = (by_value, rows_max);
                    let found = self.staging.named(*staged, by, part.to_vec(), &columns).await?;
                    for (_, row) in &found {
                        if !is_one_of_many || needed.names(key, row) {
                            needed.add(*file, row, fresh);
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// Rows that are needed beside others, each once.
struct Needed {
    /// The rows that are there without being needed by others, or must not be.
    own: BTreeSet<RowName>,
    /// By file and number, so that they are applied in the order of the file.
    rows: HashMap<usize, BTreeMap<u64, ImportRow>>,
    /// The values that were asked for.
    asked: BTreeSet<String>,
}

impl Needed {
    /// Adds the values of a row that nobody has asked for yet.
    fn ask(&mut self, row: &ImportRow, fresh: &mut Vec<String>) {
        for item in row.cells().flat_map(|(_, cell)| cell.split(' ')) {
            if !self.asked.contains(item) {
                self.asked.insert(item.to_owned());
                fresh.push(item.to_owned());
            }
        }
    }

    /// Tells whether all that tells a row from others was asked for.
    fn names(&self, key: &[&str], row: &ImportRow) -> bool {
        key.iter().all(|column| row.optional(column).is_some_and(|cell| self.asked.contains(cell)))
    }

    fn add(&mut self, file: usize, row: &ImportRow, fresh: &mut Vec<String>) {
        let is_own = self.own.contains(&(file, row.row_number()));
        let of_file = self.rows.entry(file).or_default();
        if !is_own && of_file.insert(row.row_number(), row.clone()).is_none() {
            self.ask(row, fresh);
        }
    }

    fn sorted(self) -> HashMap<usize, Vec<ImportRow>> {
        self.rows.into_iter().map(|(file, rows)| (file, rows.into_values().collect())).collect()
    }
}

/// The end of a rehearsal, which always rolls back.
enum Rehearsed {
    /// The beginning by the stopwatch, and what became of the rows.
    Done(Duration, Vec<Outcomes>),
    Failed(StoreError),
}

impl From<StoreError> for Rehearsed {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}
