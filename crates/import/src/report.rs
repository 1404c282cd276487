//! What an import is asked for and what it did.

/// What is asked for.
#[derive(Clone, Debug)]
pub struct ImportOptions {
    /// Whether everything is rolled back at the end, so that only the checks remain.
    pub dry_run: bool,
    /// Who imports, as the audit trail names them; not empty.
    pub operator: String,
}

/// What an import did, or in a dry run would have done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Whether it was rolled back as asked.
    pub dry_run: bool,
    /// The files in the order they were applied.
    pub tables: Vec<TableReport>,
}

/// What the rows of one file did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableReport {
    /// The file's name.
    pub file: String,
    /// How many rows were new.
    pub created: u64,
    /// How many rows changed something that was there.
    pub changed: u64,
    /// How many rows were there already.
    pub unchanged: u64,
}
