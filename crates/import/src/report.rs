//! The options of an import and its report.

use audit::{Actor, Entry};
use kernel::{Instant, Randomness};
use serde_json::{Value, json};

use crate::{Files, REMARKS_MAX, Remark, RowOutcome};

#[derive(Clone, Debug)]
pub struct ImportOptions {
    /// Rolls everything back at the end, so that only the checks remain.
    pub dry_run: bool,
    /// The name of the operator in the audit trail; not empty.
    pub operator: String,
    /// The approval without which nothing is applied, where people have given one beforehand.
    pub approved: Option<Approved>,
}

#[derive(Clone, Debug, Default)]
pub struct Approved {
    /// The files: where others are read, nothing is applied.
    pub files: Files,
    /// The facts that each entry of the trail has of it (`system`).
    pub facts: Value,
}

/// The effects of an import, or those that a dry run would have had.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub dry_run: bool,
    /// The files in the order they were applied.
    pub tables: Vec<TableReport>,
    /// Things that are new or other than before, in words: the first [`CHANGES_MAX`](crate::CHANGES_MAX) of an import
    /// in one unit of work, and a line with the digest of the others.
    pub changes: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableReport {
    pub file: String,
    pub created: u64,
    pub changed: u64,
    pub unchanged: u64,
    /// The number of new rows that are remarkable.
    pub remarked: u64,
    /// The remarks, by line, on the first [`REMARKS_MAX`](crate::REMARKS_MAX) of them.
    pub remarks: Vec<String>,
}

impl TableReport {
    pub(crate) fn new(file: &str) -> Self {
        Self { file: file.to_owned(), ..Self::default() }
    }

    pub(crate) fn count(&mut self, line: u64, outcome: RowOutcome) {
        match outcome {
            RowOutcome::Remarked(Remark { text, amount }) => {
                self.created += 1;
                self.remarked += 1;
                if self.remarks.len() < REMARKS_MAX {
                    self.remarks.push(format!("{}:{line}: {text} {amount}", self.file));
                }
            }
            RowOutcome::Created => self.created += 1,
            RowOutcome::Changed => self.changed += 1,
            RowOutcome::Unchanged => self.unchanged += 1,
        }
    }

    pub(crate) fn entry(&self, now: Instant, randomness: &dyn Randomness, actor: Actor) -> Entry {
        let object = ("import_file", self.file.clone());
        let mut detail = json!({
            "created": self.created,
            "changed": self.changed,
            "unchanged": self.unchanged,
        });
        if self.remarked > 0 {
            detail["remarked"] = self.remarked.into();
        }
        Entry::new(now, randomness, actor, "import.applied", object).detail(detail)
    }
}

/// Counts what became of the rows of files, as lists show it.
pub fn counts(tables: &[TableReport]) -> Value {
    let of_file = |file: &TableReport| {
        json!({
            "file": file.file, "created": file.created, "changed": file.changed, "unchanged": file.unchanged,
            "remarked": file.remarked,
        })
    };
    tables.iter().map(of_file).collect()
}
