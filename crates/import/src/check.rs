//! Checks everything that is staged before anything of it is applied.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use store::{StoreError, Tx};
use tokio::try_join;

use crate::chunks::UnitTables;
use crate::error::{FileError, FileErrors};
use crate::job::Job;
use crate::limits::SLICE_ROWS;
use crate::pacing::Pacing;
use crate::plan::Step;
use crate::read::push;
use crate::reading::SeenKeys;
use crate::rows::{FileRows, by_file, settle, take_rows};
use crate::runs::Run;
use crate::staging::{Apart, Numbered, Staging};
use crate::{Ahead, ImportError, ImportRow, RowError, Stage, TableReport, Taking};

/// The most rows of a name that is given up which are told.
const GIVEN_UP_ROWS_MAX: i64 = 10;
/// Values that are compared with each other at once.
const VALUES_AT_ONCE: i64 = 50_000;

/// A row by the position of its file and its number.
pub(crate) type RowName = (usize, u64);

pub(crate) struct Checking<'a> {
    pub(crate) job: &'a Job<'a>,
    pub(crate) run: &'a Run,
    pub(crate) staging: &'a Staging,
    pub(crate) units: Arc<UnitTables>,
    /// Rows that repeat a value of an earlier one: they are told of once, and looked at no more.
    pub(crate) left_out: BTreeSet<RowName>,
}

impl Checking<'_> {
    /// Checks all rows and lists what is wrong; what would become of those that are right.
    pub(crate) async fn all(&mut self, errors: &mut FileErrors) -> Result<Vec<TableReport>, ImportError> {
        let mut reports: Vec<TableReport> =
            self.job.plan.sources.iter().map(|source| TableReport::new(&source.file)).collect();
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
    async fn repeated_values(&self, errors: &mut FileErrors) -> Result<BTreeSet<RowName>, ImportError> {
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
                after = (last.value.clone(), last.row_number);
                for value in values {
                    let Some(holder) = first.as_ref().filter(|first| first.value == value.value) else {
                        first = Some(value);
                        continue;
                    };
                    let own = source.importer.repeated(&holder.key);
                    let error = own.unwrap_or_else(|| RowError::Row {
                        message: format!("has the same {column} as line {}", holder.line),
                    });
                    push(&source.file, value.line, error, errors)?;
                    repeated.insert((*file, value.row_number));
                    if errors.is_full() {
                        return Ok(repeated);
                    }
                }
            }
        }
        Ok(repeated)
    }

    async fn chunks(
        &self,
        step: usize,
        done: &mut u64,
        reports: &mut [TableReport],
        errors: &mut FileErrors,
    ) -> Result<(), ImportError> {
        let pace = self.job.pace;
        let mut pacing = Pacing::first(pace, self.job.store.writes_at_once());
        let staged = self.staging.step(step, self.job.plan.columns(), pace.key_rows_max);
        let mut ahead = staged.behind(String::new(), SLICE_ROWS).await?;
        while let Some(block) = ahead {
            *done += u64::try_from(block.rows.len()).unwrap_or(0);
            // The next rows are read while these are checked.
            let next = staged.behind(block.last, SLICE_ROWS);
            ((), ahead) = try_join!(self.block(block.rows, &mut pacing, reports, errors), next)?;
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
        pacing: &mut Pacing<'_>,
        reports: &mut [TableReport],
        errors: &mut FileErrors,
    ) -> Result<(), ImportError> {
        let plan = &self.job.plan;
        let rows = self.single(self.with_few_of_a_key(rows, errors), errors);
        let is_rehearsed =
            |(file, _): &Numbered| usize::try_from(*file).is_ok_and(|file| !plan.is_looked_at(file));
        let to_rehearse = if rows.iter().any(is_rehearsed) { rows.clone() } else { Vec::new() };
        for (file, rows) in by_file(rows) {
            if plan.is_looked_at(file) {
                self.look(file, &rows, reports, errors).await?;
            }
        }
        // A rehearsal takes the locks of an application, and is cut like it.
        let mut left = VecDeque::from(to_rehearse);
        while !left.is_empty() && !errors.is_full() {
            let part: Vec<Numbered> = left.drain(..plan.cut(&left, pacing.rows())).collect();
            if !part.iter().any(is_rehearsed) {
                continue;
            }
            let count = u64::try_from(part.len()).unwrap_or(0);
            let (others, singly) = by_file(part).into_iter().partition(|(file, _)| plan.is_looked_at(*file));
            pacing.turn().await;
            let took = self.rehearse(singly, others, reports, errors).await?;
            pacing.took(count, took);
        }
        Ok(())
    }

    /// The rows of the keys that have not too many: a key is applied at once. Of the others a row is told that is one
    /// too many.
    fn with_few_of_a_key(&self, rows: Vec<Numbered>, errors: &mut FileErrors) -> Vec<Numbered> {
        let rows_max = usize::try_from(self.job.pace.key_rows_max).unwrap_or(usize::MAX);
        if rows.len() <= rows_max {
            return rows;
        }
        let plan = &self.job.plan;
        let mut kept: Vec<Numbered> = Vec::with_capacity(rows.len());
        for of_key in rows.chunk_by(|one, next| plan.key(one) == plan.key(next)) {
            let Some(too_many @ (file, row)) = of_key.get(rows_max) else {
                kept.extend_from_slice(of_key);
                continue;
            };
            let source = usize::try_from(*file).ok().and_then(|file| plan.sources.get(file));
            if let Some((source, chunks)) =
                source.and_then(|source| Some((source, source.importer.chunks()?)))
            {
                let (by, key) = (chunks.by, plan.key(too_many));
                let message = format!(
                    "is one of more than {rows_max} rows with the {by} {key}, which are applied at once: bring some of \
                     them in an import of their own"
                );
                errors.push(FileError::line(&source.file, row.line(), message));
            }
        }
        kept
    }

    /// The rows without those that repeat the key of an earlier one. All rows of one key are in one chunk, unless
    /// their values are compared by themselves.
    fn single(&self, mut rows: Vec<Numbered>, errors: &mut FileErrors) -> Vec<Numbered> {
        let plan = &self.job.plan;
        let mut seen: HashMap<usize, SeenKeys> = HashMap::new();
        rows.retain(|(number, row)| {
            let file = usize::try_from(*number).unwrap_or(usize::MAX);
            if self.left_out.contains(&(file, row.row_number())) {
                return false;
            }
            let (Some(source), Some(staged)) = (plan.sources.get(file), plan.staged.get(&file)) else {
                return true;
            };
            let key = source.importer.key();
            if staged.chunks.unique.is_some_and(|unique| key == [unique]) {
                return true;
            }
            seen.entry(file).or_default().is_first(&source.file, key, row, errors)
        });
        rows
    }

    /// Checks rows of a file by looking.
    async fn look(
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
            let context = run.context(randomness.as_ref(), run.begun_at);
            let given_up = importer.given_up(tx, &shared)?;
            let outcomes = take_rows(tx, importer.as_ref(), &shared, Taking::Check(&ahead), &context)?;
            Ok::<_, StoreError>((given_up, outcomes))
        };
        let (given_up, outcomes) = self.job.store.read("import.check", unit).await?;
        settle(&source.file, rows, outcomes, report, errors)?;
        self.refuse_given_up(file, given_up.into_iter().collect(), errors).await
    }

    /// Lists rows of other files that come by names which things of `file` give up. Where another thing takes such a
    /// name, they are about that one.
    async fn refuse_given_up(
        &self,
        file: usize,
        mut names: BTreeSet<String>,
        errors: &mut FileErrors,
    ) -> Result<(), ImportError> {
        let (plan, columns) = (&self.job.plan, self.job.plan.columns());
        let (Some(own), Some(source), false) =
            (plan.staged.get(&file), plan.sources.get(file), names.is_empty())
        else {
            return Ok(());
        };
        let wanted = |names: &BTreeSet<String>| -> Vec<String> { names.iter().cloned().collect() };
        for (taken, _) in self.staging.named(*own, (false, 1), wanted(&names), &columns).await? {
            names.remove(&taken);
        }
        let by = own.chunks.by;
        let given_up =
            |row: &ImportRow| row.optional(by).filter(|name| names.contains(*name)).map(str::to_owned);
        for (other, of) in plan.sources.iter().enumerate().filter(|(other, _)| *other != file) {
            let found: Vec<ImportRow> =
                match (plan.staged.get(&other), self.units.get(of.importer.file_stem())) {
                    (Some(staged), _) if staged.chunks.by == by => {
                        let most = (false, GIVEN_UP_ROWS_MAX);
                        let some = self.staging.named(*staged, most, wanted(&names), &columns).await?;
                        some.into_iter().map(|(_, row)| row).collect()
                    }
                    (None, Some(table)) => {
                        table.rows.iter().filter(|row| given_up(row).is_some()).cloned().collect()
                    }
                    _ => Vec::new(),
                };
            for row in found {
                let message =
                    format!("{} is given up in {}", given_up(&row).unwrap_or_default(), source.file);
                push(&of.file, row.line(), RowError::new(by, message), errors)?;
            }
        }
        Ok(())
    }

    /// Finds the rows of this import to which rows of `file` refer.
    async fn ahead(&self, file: usize, rows: &[ImportRow]) -> Result<Ahead, ImportError> {
        let mut ahead = Ahead { rows: HashMap::new(), tables: Arc::clone(&self.units) };
        let plan = &self.job.plan;
        let look = plan.sources.get(file).and_then(|source| source.importer.look());
        let columns = plan.columns();
        for reference in look.map(|look| look.references).unwrap_or_default() {
            let Some(target) = plan.position(reference.file) else { continue };
            let named: BTreeSet<&str> =
                rows.iter().filter_map(|row| row.optional(reference.column)).collect();
            if let Some(staged) = plan.staged.get(&target) {
                let by_value = staged.chunks.unique == Some(reference.target);
                let wanted = named.iter().map(|name| (*name).to_owned()).collect();
                for (name, row) in self.staging.named(*staged, (by_value, 1), wanted, &columns).await? {
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
}
