//! People of the bank at work (LIF-06): actions by name, proposals, and the registry.

pub mod action;
mod perform;
mod registry;

pub(crate) use perform::{
    Asked, Performed, Rehearsed, Signed, actions, carry_out, decide, over, perform, rehearse,
};
pub(crate) use registry::{Having, ROWS_MAX, row, rows};

use thiserror::Error;

use action::ActionError;

/// Reason for which a person gets no answer.
#[derive(Debug, Error)]
pub(crate) enum PeopleError {
    #[error("there is no such {0}")]
    Absent(&'static str),
    #[error("this needs the role {0}")]
    NoRole(proposals::OperatorRole),
    /// The signature is not the person's over the text of the next proposal, or too old.
    #[error("the signature is that of another proposal")]
    Signature,
    /// It was proposed as a command with files of a machine.
    #[error("it was proposed as a command")]
    IsCommand,
    #[error(transparent)]
    Action(#[from] ActionError),
}

impl From<store::StoreError> for PeopleError {
    fn from(error: store::StoreError) -> Self {
        Self::Action(error.into())
    }
}

impl From<proposals::ProposalError> for PeopleError {
    fn from(error: proposals::ProposalError) -> Self {
        match error {
            proposals::ProposalError::Key => Self::Signature,
            proposals::ProposalError::NoRole(role) => Self::NoRole(role),
            proposals::ProposalError::Absent(_) => Self::Absent("proposal"),
            error => Self::Action(error.into()),
        }
    }
}
