//! The error of attempts.

use store::StoreError;
use thiserror::Error;

/// Error of an attempt that ended early.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JobError {
    /// Another worker has the job, or it was replaced or taken away: the rest of this attempt is dropped.
    #[error("the lease was lost")]
    Lost,
    /// The thing that the job works at was changed meanwhile: the rest of this attempt is dropped, and the next one
    /// begins from what is stored then. Nothing is counted.
    #[error("what it works at was changed meanwhile")]
    Changed,
    /// A switch stops the job: the rest of this attempt is dropped, and the job waits as it is until the switch is off.
    /// Nothing is counted.
    #[error("a switch stops it")]
    Stopped,
    /// The database failed. When it is the store's own fault ([`StoreError::is_outage`]: no connection, a full disk,
    /// a commit whose answer was lost), the job is not to blame and nothing is counted.
    #[error("the database failed: {0}")]
    Store(#[from] StoreError),
    /// The work cannot be done as things are, for a reason that operators read.
    #[error("{0}")]
    Failed(String),
}
