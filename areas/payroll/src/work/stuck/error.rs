//! Errors of decisions.

use jobs::JobError;
use store::StoreError;
use thiserror::Error;

use crate::stuck::DECISION_CHARACTERS_MAX;

/// The reason why a decision about a payment changes nothing.
#[derive(Debug, Error)]
pub enum StuckError {
    /// No such payment waits for an answer.
    #[error("no payment of this statement and line waits for an answer of the rail")]
    NotUnanswered,
    /// The statement's other payments are still being made.
    #[error(
        "the statement is still being executed: its payments are decided when all of them were handed over"
    )]
    StillExecuted,
    /// No money of such a payment is unclaimed.
    #[error("no money of this statement and line is unclaimed")]
    NotUnclaimed,
    /// The account is not the company's, or takes no roubles.
    #[error("the account is no open rouble account of the company")]
    NoAccount,
    /// The reason is empty or too long.
    #[error("a reason has 1 to {DECISION_CHARACTERS_MAX} characters")]
    Reason,
    /// The database was restored, so that others may know more of its payments than it does.
    #[error(
        "the database stands still after a restore: decide when `clientbank restored --go-on` lets it go on"
    )]
    StandsStill,
    /// Something else is at the statement at this moment.
    #[error("the payment was changed at the same moment: look at it again")]
    Changed,
    /// A fault of the program or of the data.
    #[error("{0}")]
    Failed(String),
    #[error("{0:?}")]
    Store(#[from] StoreError),
}

impl From<JobError> for StuckError {
    fn from(error: JobError) -> Self {
        match error {
            JobError::Store(error) => Self::Store(error),
            JobError::Lost | JobError::Stopped | JobError::Changed => Self::Changed,
            JobError::Failed(reason) => Self::Failed(reason),
        }
    }
}
