//! Errors of the database, told apart by a caller's remedy.

use thiserror::Error;

/// The outcome of whatever may fail in the database alone.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;

/// A fault of the store. Its text names queries, constraints and columns, never values: it is for logs
/// and operators, and is not shown to callers of the API.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// A key that must be unique exists already.
    #[error("query {query}: unique constraint {constraint} is violated")]
    Unique {
        query: &'static str,
        /// The constraint as the engine names it; the names differ between engines.
        constraint: String,
    },
    /// A check, a foreign key, a NOT NULL or a trigger refused the change.
    #[error("query {query}: constraint {constraint} is violated")]
    Constraint {
        query: &'static str,
        /// The constraint as the engine names it; the names differ between engines.
        constraint: String,
    },
    /// A statement that must change exactly one row changed another number.
    #[error("query {query} changed {changed} rows instead of one")]
    RowsChanged { query: &'static str, changed: u64 },
    /// A query that must return one row, or at most one, returned another number.
    #[error("query {query} returned {returned} rows, more or fewer than it may")]
    RowsReturned {
        query: &'static str,
        /// The number of returned rows; one more than the limit when there were more.
        returned: usize,
    },
    /// A stored value makes no sense.
    #[error("inconsistency in {query}, column {column}: {reason}")]
    Inconsistency {
        /// The query (or table) that was read.
        query: &'static str,
        column: String,
        reason: String,
    },
    /// A parameter cannot be sent: NUL in a text, a type that does not fit, a wrong number of them.
    #[error("query {query}, parameter ${number}: {reason}")]
    Parameter {
        query: &'static str,
        /// The number of the parameter, from 1.
        number: usize,
        reason: String,
    },
    /// A queue is full, a wait took too long, or a unit lost against others too often. Nothing was
    /// changed; a later attempt may succeed.
    #[error("the database is busy: {0}")]
    Busy(String),
    /// The database cannot be reached or cannot write. Nothing of this unit was kept.
    #[error("the database is unavailable: {0}")]
    Unavailable(String),
    /// The clock shows a time at which nothing may be written. Nothing was changed; a later attempt may succeed, once
    /// somebody has set the clock right.
    #[error("the clock is wrong: {0}")]
    Clock(String),
    /// The commit failed because of the unit (a constraint that is checked late), and nothing was kept; or the
    /// connection broke during the commit, or the server warned of it (`outcome_unknown`), and only reading can tell. A
    /// commit that failed for want of room or of a lock is [`StoreError::Unavailable`] or [`StoreError::Busy`].
    #[error("the commit failed (outcome unknown: {outcome_unknown}): {reason}")]
    CommitFailed {
        /// The server may have committed although its answer was lost.
        outcome_unknown: bool,
        reason: String,
    },
    /// The closure of the unit panicked; the unit was rolled back.
    #[error("unit of work {unit} panicked: {message}")]
    Panicked { unit: &'static str, message: String },
    /// A statement failed and the closure went on as if nothing had happened; the unit was rolled back.
    #[error("unit of work {unit} went on after a failed statement: {reason}")]
    FailureIgnored { unit: &'static str, reason: String },
    /// The tables are not those of this program, or cannot be migrated to them.
    #[error("migration {version} of {area}: {reason}")]
    Migration { area: String, version: u32, reason: String },
    /// The database is none for this program's tables: it has another program's, or cannot hold all texts.
    #[error("this database cannot be used: {0}")]
    Unfit(String),
    /// Everything else: a mistake in a text, a type the portable subset does not have.
    #[error("{reason} (query {query})")]
    Other { query: &'static str, reason: String },
}

impl kernel::InternalError for StoreError {
    fn is_temporary(&self) -> bool {
        self.is_temporary()
    }
}

impl StoreError {
    /// Tells whether nothing was changed and a later attempt may succeed: an area answers it as unavailable and
    /// everything else as its own failure.
    pub const fn is_temporary(&self) -> bool {
        matches!(self, Self::Busy(_) | Self::Unavailable(_) | Self::Clock(_))
    }

    /// Tells whether the store failed and not its caller: a temporary error, or a commit with an unknown outcome. A
    /// caller that tries again has to read the present state first.
    pub const fn is_outage(&self) -> bool {
        self.is_temporary() || matches!(self, Self::CommitFailed { outcome_unknown: true, .. })
    }

    /// Turns a failure of the commit into the error of its units. A full disk keeps nothing and is no error of
    /// theirs.
    pub(crate) fn of_commit(self, outcome_unknown: bool) -> Self {
        match self {
            Self::Busy(reason) => Self::Busy(format!("the commit failed: {reason}")),
            Self::Unavailable(reason) if !outcome_unknown => {
                Self::Unavailable(format!("the commit failed: {reason}"))
            }
            error => Self::CommitFailed { outcome_unknown, reason: error.to_string() },
        }
    }

    /// The name of the kind of error, for metrics.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Unique { .. } => "unique",
            Self::Constraint { .. } => "constraint",
            Self::RowsChanged { .. } => "rows_changed",
            Self::RowsReturned { .. } => "rows_returned",
            Self::Inconsistency { .. } => "inconsistency",
            Self::Parameter { .. } => "parameter",
            Self::Busy(_) => "busy",
            Self::Unavailable(_) => "unavailable",
            Self::Clock(_) => "clock",
            Self::CommitFailed { .. } => "commit_failed",
            Self::Panicked { .. } => "panicked",
            Self::FailureIgnored { .. } => "failure_ignored",
            Self::Migration { .. } => "migration",
            Self::Unfit(_) => "unfit",
            Self::Other { .. } => "other",
        }
    }
}
