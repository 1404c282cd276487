//! The error of whoever proposes or approves.

use store::StoreError;
use thiserror::Error;

use crate::operator::{OperatorName, OperatorRole};
use crate::proposal::ProposalState;

/// Reason for which nothing is proposed, approved or carried out.
#[derive(Debug, Error)]
pub enum ProposalError {
    #[error("the database failed: {0}")]
    Store(#[from] StoreError),
    /// The name or the key is somebody's, open or closed, or the subject is that of an open operator.
    #[error(
        "{0}, this key or this subject of the directory is an operator's already: only a subject is given again, when \
         its operator is closed"
    )]
    IsGiven(OperatorName),
    #[error("there is no open operator {0}")]
    NoOperator(String),
    #[error("the key is not that of the operator {0}")]
    OtherKey(OperatorName),
    /// Two people who approve each other have to stay.
    #[error("two open operators with the role security have to stay: add another one first")]
    TooFew,
    #[error("there is no proposal {0}")]
    Absent(i64),
    #[error("the proposal needs the role {0}")]
    NoRole(OperatorRole),
    /// Nobody approves what is their own.
    #[error("somebody else decides about your own proposal")]
    Own,
    #[error("the proposal is {0}")]
    State(ProposalState),
    /// Somebody has written it past this program.
    #[error("the proposal is not as it was signed: {0}")]
    Forged(String),
    #[error("the proposal has ended: propose it again")]
    Ended,
    /// A text is empty, too long, or has characters that no text has.
    #[error("{0}")]
    Text(String),
    #[error("the key makes no signature")]
    Key,
}
