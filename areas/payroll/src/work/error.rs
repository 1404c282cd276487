//! The error of the use cases.

use store::StoreError;
use thiserror::Error;

use crate::catalogue::Reason;
use crate::lifecycle::{Forbidden, StatementStatus};
use crate::submission::FieldError;

/// Error for a statement that is not shown, or with which something is not done.
#[derive(Debug, Error)]
pub enum StatementError {
    /// The company has no such statement.
    #[error("the company has no such statement")]
    NotFound,
    /// The user has not the right for it.
    #[error("the user has not the right")]
    NoRight,
    /// The statement is not as the user saw it any more.
    #[error("the statement has changed meanwhile")]
    Changed,
    /// The state of the statement does not allow it.
    #[error("not possible in {0}")]
    NotInThisState(StatementStatus),
    /// The user has signed already, or the scheme asks for no more signatures of the type.
    #[error("the signature is not needed")]
    SignatureNotNeeded,
    /// The certificate's signature is wrong; why.
    #[error("the signature is refused")]
    SignatureRefused(Reason),
    /// Fields of the correction are wrong.
    #[error("the correction has wrong fields")]
    Fields(Vec<FieldError>),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<Forbidden> for StatementError {
    fn from(forbidden: Forbidden) -> Self {
        Self::NotInThisState(forbidden.from)
    }
}
