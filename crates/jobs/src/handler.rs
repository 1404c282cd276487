//! What an area implements to have its jobs done.

use kernel::Instant;
use store::{StoreError, Tx};
use thiserror::Error;

use crate::Lease;

/// How an attempt ended when nothing failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The last unit of work called [`Lease::complete`]: the job is gone.
    Completed,
    /// The work goes on at this moment; failures and deaths are counted from zero again.
    Again(Instant),
}

/// Why an attempt ended early.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JobError {
    /// Another worker has the job, or it was replaced or taken away: what this one still wanted to do is not done.
    #[error("the lease was lost")]
    Lost,
    /// The database failed. When it is the store's own fault ([`StoreError::is_outage`]: no connection, a full disk, a commit
    /// whose answer was lost), the job is not to blame and nothing is counted.
    #[error("the database failed: {0}")]
    Store(#[from] StoreError),
    /// The work cannot be done as things are, for a reason that operators read.
    #[error("{0}")]
    Failed(String),
}

/// Does the jobs of one kind. The same job may be begun several times, by several processes even; what it changes is
/// guarded by [`Lease::check`] and by the state of the thing.
pub trait Handler: Send + Sync + 'static {
    /// Works at the job that the lease names.
    fn run(&self, lease: Lease) -> impl Future<Output = Result<Next, JobError>> + Send;

    /// Brings the thing to an end, in the unit of work that gives its job up after
    /// [`ATTEMPTS_MAX`](crate::ATTEMPTS_MAX) failures or [`DEATHS_MAX`](crate::DEATHS_MAX) deaths. The job stays in the table
    /// for operators.
    ///
    /// # Errors
    /// The database's. After an outage this is tried again; after every other error the job is given up alone.
    fn give_up(&self, tx: &mut Tx, key: &str, reason: &str, now: Instant) -> Result<(), StoreError> {
        let _ = (tx, key, reason, now);
        Ok(())
    }
}
