//! The options of an import and its report.

use audit::{Actor, Entry};
use kernel::{Instant, Randomness};
use serde_json::json;

use crate::RowOutcome;

/// The options of an import.
#[derive(Clone, Debug)]
pub struct ImportOptions {
    /// Rolls everything back at the end, so that only the checks remain.
    pub dry_run: bool,
    /// The name of the operator in the audit trail; not empty.
    pub operator: String,
}

/// The effects of an import, or those that a dry run would have had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Set when it was rolled back as asked.
    pub dry_run: bool,
    /// The files in the order they were applied.
    pub tables: Vec<TableReport>,
}

/// The effects of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableReport {
    /// The file's name.
    pub file: String,
    /// The number of new rows.
    pub created: u64,
    /// The number of rows that changed something present.
    pub changed: u64,
    /// The number of rows that were present already.
    pub unchanged: u64,
}

impl TableReport {
    /// Nothing of a file yet.
    pub(crate) fn of(file: &str) -> Self {
        Self { file: file.to_owned(), created: 0, changed: 0, unchanged: 0 }
    }

    /// Counts a row.
    pub(crate) const fn count(&mut self, outcome: RowOutcome) {
        match outcome {
            RowOutcome::Created => self.created += 1,
            RowOutcome::Changed => self.changed += 1,
            RowOutcome::Unchanged => self.unchanged += 1,
        }
    }

    /// The entry of the trail.
    pub(crate) fn entry(&self, now: Instant, randomness: &dyn Randomness, actor: Actor) -> Entry {
        let object = ("import_file", self.file.clone());
        Entry::new(now, randomness, actor, "import.applied", object).detail(json!({
            "created": self.created,
            "changed": self.changed,
            "unchanged": self.unchanged,
        }))
    }
}
