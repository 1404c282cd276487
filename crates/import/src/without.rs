//! Rows that a decided import leaves out, because they cannot be applied any more: the way out where the world has
//! moved on between the switch and a row.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use audit::{Actor, Entry};
use kernel::{Instant, Randomness};
use serde_json::json;
use store::{Result, Tx};

use crate::chunks::UnitTables;
use crate::error::FileError;
use crate::plan::{Plan, Step};
use crate::rows::FileRows;
use crate::runs::Run;
use crate::staging::Staging;
use crate::{ImportError, ImportRow};

/// A row as faults name it: `payments.csv:17`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RowPlace {
    pub file: String,
    /// The line where the row begins, counted from 1.
    pub line: u64,
}

impl fmt::Display for RowPlace {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.file, self.line)
    }
}

impl FromStr for RowPlace {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let place = text.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
        match place {
            Some((file, line)) if !file.is_empty() => Ok(Self { file: file.to_owned(), line }),
            _ => Err("must be a file and a line, such as payments.csv:17"),
        }
    }
}

/// The rows that an import leaves out, and who says so.
#[derive(Clone, Debug, Default)]
pub struct Without {
    pub rows: BTreeSet<RowPlace>,
    /// The name of the operator in the audit trail; not empty.
    pub operator: String,
}

impl Without {
    fn has(&self, file: &str, row: &ImportRow) -> bool {
        self.rows.iter().any(|place| place.line == row.line() && place.file == file)
    }

    /// Takes rows out of those that are applied next, and returns their places.
    pub(crate) fn taken_out_of(&self, rows: &mut [FileRows], plan: &Plan) -> Vec<RowPlace> {
        let mut taken = Vec::new();
        if self.rows.is_empty() {
            return taken;
        }
        for (file, rows) in rows {
            let Some(source) = plan.sources.get(*file) else { continue };
            rows.retain(|row| {
                let is_out = self.has(&source.file, row);
                if is_out {
                    taken.push(RowPlace { file: source.file.clone(), line: row.line() });
                }
                !is_out
            });
        }
        taken
    }

    pub(crate) fn record(
        &self,
        tx: &mut Tx,
        place: &RowPlace,
        import: i64,
        randomness: &dyn Randomness,
        now: Instant,
    ) -> Result<()> {
        let (actor, object) = (Actor::Operator(self.operator.clone()), ("import_file", place.file.clone()));
        let entry = Entry::new(now, randomness, actor, "import.row_left_out", object);
        audit::record(tx, entry.detail(json!({ "import": import, "line": place.line })))
    }

    /// Refuses places at which no row of the import is left.
    pub(crate) async fn check(
        &self,
        plan: &Plan,
        run: &Run,
        staging: &Staging,
        units: &UnitTables,
    ) -> Result<(), ImportError> {
        let mut errors = Vec::new();
        for place in &self.rows {
            if let Some(reason) = reason_against(place, plan, run, staging, units).await? {
                errors.push(FileError::line(&place.file, place.line, reason));
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(ImportError::NotLeftOut { import: run.id, errors }) }
    }
}

async fn reason_against(
    place: &RowPlace,
    plan: &Plan,
    run: &Run,
    staging: &Staging,
    units: &UnitTables,
) -> Result<Option<&'static str>, ImportError> {
    let found = plan.sources.iter().enumerate().find(|(_, source)| source.file == place.file);
    let Some((file, source)) = found else { return Ok(Some("is no file of this import")) };
    let (rows, is_applied) = if let Some(staged) = plan.staged.get(&file) {
        let rows = staging.at_line(staged.number, place.line).await?;
        let is_behind =
            |step: usize, key: &str| step < run.step || (step == run.step && key <= &*run.through);
        let is_applied = rows.first().is_some_and(|(step, key)| is_behind(*step, key));
        (rows.len(), is_applied)
    } else {
        let rows = units.get(source.importer.file_stem()).map(|table| table.rows.as_slice());
        let rows = rows.unwrap_or_default().iter().filter(|row| row.line() == place.line).count();
        let is_here = |step: &Step| matches!(step, Step::Unit(files) if files.contains(&file));
        (rows, plan.steps.iter().position(is_here).is_some_and(|step| step < run.step))
    };
    Ok(match rows {
        0 => Some("has no row that begins here"),
        1 if is_applied => Some("is applied already"),
        1 => None,
        _ => Some("has more than one row that begins here"),
    })
}
