//! The error of the use cases.

use store::StoreError;
use thiserror::Error;

use crate::catalogue::Reason;
use crate::lifecycle::{Forbidden, StatementStatus};
use crate::roll::FaultyCell;
use crate::sent_transfers::NotAdded;
use crate::submission::FieldError;

pub(crate) type Result<T, E = StatementError> = std::result::Result<T, E>;

/// Error for a statement that is not shown, or with which something is not done.
#[derive(Debug, Error)]
pub enum StatementError {
    #[error("the company has no such statement")]
    NotFound,
    #[error("the user has not the right")]
    NoRight,
    #[error("the statement has changed meanwhile")]
    Changed,
    #[error("not possible in {0}")]
    NotInThisState(StatementStatus),
    /// The user has signed already, or the scheme asks for no more signatures of the type.
    #[error("the signature is not needed")]
    SignatureNotNeeded,
    #[error("the signature is refused")]
    SignatureRefused(Reason),
    #[error("the correction has wrong fields")]
    Fields(Vec<FieldError>),
    #[error("cells cannot become fields")]
    FaultyCells(Vec<FaultyCell>),
    #[error("the company keeps as many rolls as it may")]
    TooManyRolls,
    /// Transfers have another version than the one that was corrected; their lines.
    #[error("transfers have changed meanwhile")]
    RowsChanged(Vec<i64>),
    #[error("too many statements are being taken in")]
    Crowded,
    /// Something inside failed, and not the user.
    #[error("{0}")]
    Failed(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<Forbidden> for StatementError {
    fn from(forbidden: Forbidden) -> Self {
        Self::NotInThisState(forbidden.from)
    }
}

impl From<NotAdded> for StatementError {
    fn from(error: NotAdded) -> Self {
        Self::Failed(error.to_string())
    }
}
