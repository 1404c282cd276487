//! Checks everything that is staged before anything of it is applied.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use store::{StoreError, Tx};
use tokio::try_join;

use crate::chunks::UnitTables;
use crate::error::{FileError, FileErrors};
use crate::job::Job;
use crate::limits::SLICE_ROWS;
use crate::plan::Step;
use crate::read::push;
use crate::rows::{FileRows, apply_rows, by_file, settle};
use crate::runs::Run;
use crate::staging::{Apart, Numbered, Staging};
use crate::{
    Ahead, BulkImporter, ImportContext, ImportError, ImportRow, Outcomes, RowError, Stage, TableReport,
    Taking,
};

/// Values that are compared with each other at once.
const VALUES_AT_ONCE: i64 = 50_000;
/// Rounds in which references of references are followed.
const ROUNDS_MAX: usize = 8;

/// The check of one import.
pub(crate) struct Checking<'a> {
    pub(crate) job: &'a Job<'a>,
    pub(crate) run: &'a Run,
    pub(crate) staging: &'a Staging,
    pub(crate) units: Arc<UnitTables>,
    /// Rows that repeat a value of an earlier one, by file and line: they are told of once, and looked at no more.
    pub(crate) left_out: BTreeSet<(usize, u64)>,
}

impl Checking<'_> {
    /// Checks all rows and lists what is wrong; what would become of those that are right.
    pub(crate) async fn all(&mut self, errors: &mut FileErrors) -> Result<Vec<TableReport>, ImportError> {
        let mut reports: Vec<TableReport> =
            self.job.plan.sources.iter().map(|source| TableReport::of(&source.file)).collect();
        self.left_out = self.repeated_values(errors).await?;
        let mut done = 0;
        for (step, kind) in self.job.plan.steps.iter().enumerate() {
            if errors.is_full() {
                break;
            }
            match kind {
                Step::Unit(_) => {}
                Step::Chunks(_) => self.chunks(step, &mut done, &mut reports, errors).await?,
            }
        }
        if !errors.is_full() {
            let rows = self.unit_rows();
            if rows.iter().any(|(_, rows)| !rows.is_empty()) {
                self.rehearse(rows, Vec::new(), &mut reports, errors).await?;
            }
        }
        Ok(reports)
    }

    /// Compares the values that rows of a file must not share and that do not stand in one chunk.
    async fn repeated_values(&self, errors: &mut FileErrors) -> Result<BTreeSet<(usize, u64)>, ImportError> {
        let mut repeated = BTreeSet::new();
        for (file, staged) in &self.job.plan.staged {
            let Some(source) = self.job.plan.sources.get(*file) else { continue };
            let Some(column) = staged.chunks.unique else { continue };
            let mut after = (String::new(), 0);
            // The first row with the value at hand.
            let mut first: Option<Apart> = None;
            loop {
                let after_now = (after.0.as_str(), after.1);
                let values = self.staging.values(staged.number, after_now, VALUES_AT_ONCE).await?;
                let Some(last) = values.last() else { break };
                after = (last.value.clone(), last.line);
                for value in values {
                    let Some(holder) = first.as_ref().filter(|first| first.value == value.value) else {
                        first = Some(value);
                        continue;
                    };
                    let line = u64::try_from(value.line).unwrap_or(0);
                    let own = source.importer.bulk().and_then(|bulk| bulk.repeated(&holder.key));
                    let error = own.unwrap_or_else(|| RowError::Row {
                        message: format!("has the same {column} as line {}", holder.line),
                    });
                    push(&source.file, line, error, errors)?;
                    repeated.insert((*file, line));
                    if errors.is_full() {
                        return Ok(repeated);
                    }
                }
            }
        }
        Ok(repeated)
    }

    /// Checks the chunks of one step.
    async fn chunks(
        &self,
        step: usize,
        done: &mut u64,
        reports: &mut [TableReport],
        errors: &mut FileErrors,
    ) -> Result<(), ImportError> {
        let (group, columns) = (i64::try_from(step).unwrap_or(i64::MAX), self.job.plan.columns());
        let read = async |through: String| {
            Ok::<_, ImportError>(self.staging.block(group, through, SLICE_ROWS, &columns).await?)
        };
        let mut ahead = read(String::new()).await?;
        while let Some(block) = ahead {
            *done += u64::try_from(block.rows.len()).unwrap_or(0);
            // The next rows are read while these are checked.
            let next = read(block.last);
            ((), ahead) = try_join!(self.block(block.rows, reports, errors), next)?;
            if errors.is_full() {
                return Ok(());
            }
            self.job.tell(Stage::Checking, *done, self.run.rows)?;
        }
        Ok(())
    }

    /// Checks staged rows: all rows of their keys.
    async fn block(
        &self,
        rows: Vec<Numbered>,
        reports: &mut [TableReport],
        errors: &mut FileErrors,
    ) -> Result<(), ImportError> {
        let mut singly: Vec<FileRows> = Vec::new();
        let mut together: Vec<FileRows> = Vec::new();
        for (file, rows) in by_file(rows) {
            let Some(source) = self.job.plan.sources.get(file) else { continue };
            let rows = self.single(file, rows, errors);
            if source.importer.bulk().is_some() {
                self.bulk(file, &rows, reports, errors).await?;
                together.push((file, rows));
            } else {
                singly.push((file, rows));
            }
        }
        if !singly.is_empty() {
            self.rehearse(singly, together, reports, errors).await?;
        }
        Ok(())
    }

    /// The rows without those that repeat the key of an earlier one. All rows of one key stand in one chunk, unless
    /// their values are compared by themselves.
    fn single(&self, file: usize, mut rows: Vec<ImportRow>, errors: &mut FileErrors) -> Vec<ImportRow> {
        rows.retain(|row| !self.left_out.contains(&(file, row.line())));
        let (Some(source), Some(staged)) = (self.job.plan.sources.get(file), self.job.plan.staged.get(&file))
        else {
            return rows;
        };
        let key = source.importer.key();
        if staged.chunks.unique.is_some_and(|unique| key == [unique]) {
            return rows;
        }
        let mut lines: HashMap<Vec<Option<String>>, u64> = HashMap::new();
        let mut kept = Vec::with_capacity(rows.len());
        for row in rows {
            let values = key.iter().map(|column| row.optional(column).map(str::to_owned)).collect();
            if let Some(first) = lines.get(&values) {
                let message = format!("has the same {} as line {first}", key.join(" and "));
                errors.push(FileError::line(&source.file, row.line(), message));
            } else {
                lines.insert(values, row.line());
                kept.push(row);
            }
        }
        kept
    }

    /// Checks rows of a file that are taken many at once.
    async fn bulk(
        &self,
        file: usize,
        rows: &[ImportRow],
        reports: &mut [TableReport],
        errors: &mut FileErrors,
    ) -> Result<(), ImportError> {
        let (Some(source), Some(report)) = (self.job.plan.sources.get(file), reports.get_mut(file)) else {
            return Ok(());
        };
        let ahead = self.ahead(file, rows).await?;
        let importer = Arc::clone(&source.importer);
        let (run, randomness) = (self.run.clone(), Arc::clone(&self.job.randomness));
        let shared = Arc::new(rows.to_vec());
        let unit = move |tx: &mut Tx| {
            let context =
                ImportContext { now: run.begun_at, randomness: randomness.as_ref(), operator: &run.operator };
            let mut outcomes = Outcomes::with_capacity(shared.len());
            if let Some(bulk) = importer.bulk() {
                for slice in shared.chunks(SLICE_ROWS) {
                    outcomes.extend(bulk.take(tx, slice, Taking::Check(&ahead), &context)?);
                }
            }
            Ok::<_, StoreError>(outcomes)
        };
        let outcomes = self.job.store.read("import.check", unit).await?;
        settle(&source.file, rows, outcomes, report, errors)
    }

    /// Finds the rows of this import to which rows of `file` refer.
    async fn ahead(&self, file: usize, rows: &[ImportRow]) -> Result<Ahead, ImportError> {
        let mut ahead = Ahead { rows: HashMap::new(), tables: Arc::clone(&self.units) };
        let plan = &self.job.plan;
        let references = plan.sources.get(file).and_then(|source| source.importer.bulk());
        let columns = plan.columns();
        for reference in references.map(BulkImporter::references).unwrap_or_default() {
            let Some(target) = plan.position(reference.file).and_then(|at| Some((at, plan.sources.get(at)?)))
            else {
                continue;
            };
            let named: BTreeSet<&str> =
                rows.iter().filter_map(|row| row.optional(reference.column)).collect();
            let key = target.1.importer.key().first().copied().unwrap_or_default();
            if let Some(staged) = plan.staged.get(&target.0) {
                let by_value = staged.chunks.unique == Some(key);
                let wanted = named.iter().map(|name| (*name).to_owned()).collect();
                for (name, row) in self.staging.named(*staged, by_value, wanted, &columns).await? {
                    ahead.rows.insert((reference.file, name), row);
                }
            } else {
                let Some(table) = self.units.get(reference.file) else { continue };
                for name in named {
                    if let Some(row) = table.named(name).next() {
                        ahead.rows.insert((reference.file, name.to_owned()), row.clone());
                    }
                }
            }
        }
        Ok(ahead)
    }

    fn unit_rows(&self) -> Vec<FileRows> {
        let of_file = |(file, source): (usize, &crate::read::Source)| {
            Some((file, self.units.get(source.importer.file_stem())?.rows.clone()))
        };
        self.job.plan.sources.iter().enumerate().filter_map(of_file).collect()
    }

    /// Applies `rows` together with all rows of this import that they may refer to, and rolls all of it back: the check
    /// of files that are applied row by row. What is wrong with the others is told elsewhere.
    async fn rehearse(
        &self,
        rows: Vec<FileRows>,
        others: Vec<FileRows>,
        reports: &mut [TableReport],
        errors: &mut FileErrors,
    ) -> Result<(), ImportError> {
        let needed = self.needed(&rows, others).await?;
        let sources = self.job.plan.sources.clone();
        let (run, randomness) = (self.run.clone(), Arc::clone(&self.job.randomness));
        let shared = Arc::new(rows);
        let own = Arc::clone(&shared);
        // Rows that are named are in the unit; files that are looked at as a whole, such as rates, are ahead.
        let ahead = Ahead { rows: HashMap::new(), tables: Arc::clone(&self.units) };
        let unit = move |tx: &mut Tx| -> Result<(), Rehearsed> {
            let context =
                ImportContext { now: run.begun_at, randomness: randomness.as_ref(), operator: &run.operator };
            let mut outcomes = Vec::new();
            for (file, source) in sources.iter().enumerate() {
                if let Some(rows) = needed.get(&file) {
                    apply_rows(tx, source.importer.as_ref(), rows, Taking::Rehearse(&ahead), &context)?;
                }
                if let Some((_, rows)) = own.iter().find(|(own, _)| *own == file) {
                    let taking = Taking::Rehearse(&ahead);
                    outcomes.push(apply_rows(tx, source.importer.as_ref(), rows, taking, &context)?);
                }
            }
            Err(Rehearsed::Done(outcomes))
        };
        let outcomes = match self.job.store.write("import.rehearse", unit).await {
            Err(Rehearsed::Done(outcomes)) => outcomes,
            Err(Rehearsed::Failed(error)) => return Err(error.into()),
            Ok(()) => Vec::new(),
        };
        for ((file, rows), outcomes) in shared.iter().zip(outcomes) {
            if let (Some(source), Some(report)) = (self.job.plan.sources.get(*file), reports.get_mut(*file)) {
                settle(&source.file, rows, outcomes, report, errors)?;
            }
        }
        Ok(())
    }

    /// The rows of this import that have a value of `rows` or `others` as their key, and so on; `others` included.
    async fn needed(
        &self,
        rows: &[FileRows],
        others: Vec<FileRows>,
    ) -> Result<HashMap<usize, Vec<ImportRow>>, ImportError> {
        let plan = &self.job.plan;
        let columns = plan.columns();
        let lines = |(file, rows): &FileRows| rows.iter().map(|row| (*file, row.line())).collect::<Vec<_>>();
        let own = rows.iter().flat_map(lines).chain(self.left_out.iter().copied()).collect();
        let mut needed = Needed { own, rows: HashMap::new(), names: BTreeSet::new() };
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
            for (file, staged) in &plan.staged {
                for by_value in [false, true] {
                    if by_value && staged.chunks.unique.is_none() {
                        continue;
                    }
                    for part in asked.chunks(SLICE_ROWS) {
                        let found = self.staging.named(*staged, by_value, part.to_vec(), &columns).await?;
                        for (_, row) in &found {
                            needed.add(*file, row, &mut fresh);
                        }
                    }
                }
            }
            for (file, source) in plan.sources.iter().enumerate() {
                let Some(table) = self.units.get(source.importer.file_stem()) else { continue };
                for row in asked.iter().flat_map(|name| table.named(name)) {
                    needed.add(file, row, &mut fresh);
                }
            }
        }
        Ok(needed.sorted())
    }
}

/// Rows that are needed beside others, each once.
struct Needed {
    /// The rows that are there without being needed by others, or must not be.
    own: BTreeSet<(usize, u64)>,
    rows: HashMap<usize, BTreeMap<u64, ImportRow>>,
    /// The values that were asked for.
    names: BTreeSet<String>,
}

impl Needed {
    /// Adds the values of a row that nobody has asked for yet.
    fn ask(&mut self, row: &ImportRow, fresh: &mut Vec<String>) {
        for item in row.cells().flat_map(|cell| cell.split(' ')) {
            if !self.names.contains(item) {
                self.names.insert(item.to_owned());
                fresh.push(item.to_owned());
            }
        }
    }

    fn add(&mut self, file: usize, row: &ImportRow, fresh: &mut Vec<String>) {
        let is_own = self.own.contains(&(file, row.line()));
        if !is_own && self.rows.entry(file).or_default().insert(row.line(), row.clone()).is_none() {
            self.ask(row, fresh);
        }
    }

    fn sorted(self) -> HashMap<usize, Vec<ImportRow>> {
        self.rows.into_iter().map(|(file, rows)| (file, rows.into_values().collect())).collect()
    }
}

/// The end of a rehearsal, which always rolls back.
enum Rehearsed {
    Done(Vec<Outcomes>),
    Failed(StoreError),
}

impl From<StoreError> for Rehearsed {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}
