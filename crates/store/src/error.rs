//! What can go wrong in the database, told apart by what a caller can do about it.

use thiserror::Error;

/// A fault of the store. Its text names queries, constraints and columns, never values: it is for logs
/// and operators, and is not shown to callers of the API.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// A key that must be unique exists already.
    #[error("query {query}: unique constraint {constraint} is violated")]
    Unique {
        /// The query that failed.
        query: &'static str,
        /// The constraint as the engine names it; the names differ between engines.
        constraint: String,
    },
    /// A check, a foreign key, a NOT NULL or a trigger refused the change.
    #[error("query {query}: constraint {constraint} is violated")]
    Constraint {
        /// The query that failed.
        query: &'static str,
        /// The constraint as the engine names it; the names differ between engines.
        constraint: String,
    },
    /// A statement that must change exactly one row changed another number.
    #[error("query {query} changed {changed} rows instead of one")]
    RowsChanged {
        /// The query that ran.
        query: &'static str,
        /// How many rows it changed.
        changed: u64,
    },
    /// A query that must return one row, or at most one, returned another number.
    #[error("query {query} returned {returned} rows, more or fewer than it may")]
    RowsReturned {
        /// The query that ran.
        query: &'static str,
        /// How many rows it returned; one more than the limit when there were more.
        returned: usize,
    },
    /// What is stored makes no sense.
    #[error("inconsistency in {query}, column {column}: {reason}")]
    Inconsistency {
        /// The query (or table) that was read.
        query: &'static str,
        /// The column that makes no sense.
        column: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A parameter cannot be sent: NUL in a text, a type that does not fit, a wrong number of them.
    #[error("query {query}, parameter ${number}: {reason}")]
    Parameter {
        /// The query that was to run.
        query: &'static str,
        /// The number of the parameter, from 1.
        number: usize,
        /// Why it is refused.
        reason: String,
    },
    /// A queue is full, a wait took too long, or a unit lost against others too often. Nothing was
    /// changed; a later attempt may succeed.
    #[error("the database is busy: {0}")]
    Busy(String),
    /// The database cannot be reached or cannot write. Nothing of this unit was kept.
    #[error("the database is unavailable: {0}")]
    Unavailable(String),
    /// The commit failed for what the unit did (a constraint that is looked at late), and nothing was kept; or the
    /// connection broke in the very moment of the commit (`outcome_unknown`): then only reading can tell. A commit that
    /// failed for want of room or of a lock is [`StoreError::Unavailable`] or [`StoreError::Busy`].
    #[error("the commit failed (outcome unknown: {outcome_unknown}): {reason}")]
    CommitFailed {
        /// The server may have committed although its answer was lost.
        outcome_unknown: bool,
        /// What the engine said.
        reason: String,
    },
    /// The closure of the unit panicked; the unit was rolled back.
    #[error("unit of work {unit} panicked: {message}")]
    Panicked {
        /// The unit of work.
        unit: &'static str,
        /// The message of the panic.
        message: String,
    },
    /// A statement failed and the closure went on as if nothing had happened; the unit was rolled back.
    #[error("unit of work {unit} went on after a failed statement: {reason}")]
    FailureIgnored {
        /// The unit of work.
        unit: &'static str,
        /// The statement's failure.
        reason: String,
    },
    /// The tables are not what this program expects, or cannot be brought to it.
    #[error("migration {version} of {area}: {reason}")]
    Migration {
        /// The area whose tree it is.
        area: String,
        /// The migration.
        version: u32,
        /// What is wrong.
        reason: String,
    },
    /// Everything else: a mistake in a text, a type the portable subset does not have.
    #[error("query {query}: {reason}")]
    Other {
        /// The query that failed.
        query: &'static str,
        /// What the engine said.
        reason: String,
    },
}

impl StoreError {
    /// Whether nothing was changed and a later attempt may succeed: an area answers it as unavailable and everything
    /// else as its own failure.
    #[must_use]
    pub const fn is_temporary(&self) -> bool {
        matches!(self, Self::Busy(_) | Self::Unavailable(_))
    }

    /// Whether the store failed and not what was asked of it: a temporary fault, or a commit whose outcome is unknown. Who
    /// tries again has to look first at what is there.
    #[must_use]
    pub const fn is_outage(&self) -> bool {
        self.is_temporary() || matches!(self, Self::CommitFailed { outcome_unknown: true, .. })
    }

    /// What a failure of the commit means for the units in it. A full disk keeps nothing and is no fault of theirs.
    pub(crate) fn of_commit(self, outcome_unknown: bool) -> Self {
        match self {
            Self::Busy(reason) => Self::Busy(format!("the commit failed: {reason}")),
            Self::Unavailable(reason) if !outcome_unknown => {
                Self::Unavailable(format!("the commit failed: {reason}"))
            }
            error => Self::CommitFailed { outcome_unknown, reason: error.to_string() },
        }
    }

    /// The name of the kind of fault, for metrics.
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
            Self::CommitFailed { .. } => "commit_failed",
            Self::Panicked { .. } => "panicked",
            Self::FailureIgnored { .. } => "failure_ignored",
            Self::Migration { .. } => "migration",
            Self::Other { .. } => "other",
        }
    }
}
