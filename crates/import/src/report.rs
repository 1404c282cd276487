//! The options of an import and its report.

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
