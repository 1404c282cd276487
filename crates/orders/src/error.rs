//! The error of whoever hands out orders or takes answers.

use canonical::CanonicalError;
use store::StoreError;
use thiserror::Error;

use crate::answer::Refusal;

/// Error of the machinery; refusals of an answer are [`Refusal`](crate::Refusal)s.
#[derive(Debug, Error)]
pub enum OrderError {
    #[error("the database failed: {0}")]
    Store(#[from] StoreError),
    #[error("an answer cannot be kept: {0}")]
    Form(String),
    /// The order cannot end so, and the unit has changed something by then, which is undone; the reason, for the bank's
    /// engineer.
    #[error("an answer cannot be taken: {0}")]
    Undone(String),
    #[error("the database was restored and stands still")]
    StandsStill,
    #[error("nobody takes answers to {0}")]
    NoTaker(String),
    #[error("an answer could not be taken: {0}")]
    Failed(String),
}

/// An area does not do what an answer says.
#[derive(Debug, Error)]
pub enum NotTaken {
    /// It cannot be; nothing of what the answer asks for was done.
    #[error("{}", .0.told())]
    Refused(Refusal),
    /// The unit of work ends with the error.
    #[error(transparent)]
    Failed(#[from] OrderError),
}

impl From<StoreError> for NotTaken {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.into())
    }
}

impl NotTaken {
    /// It cannot be, for a reason that the bank's engineer reads.
    pub fn impossible(reason: impl Into<String>) -> Self {
        Self::Refused(Refusal::Impossible(reason.into()))
    }
}

impl From<CanonicalError> for OrderError {
    fn from(error: CanonicalError) -> Self {
        Self::Form(error.to_string())
    }
}
