//! People of the bank at work (LIF-06): actions by name, proposals, and the registry.

pub mod action;
mod perform;
mod registry;

pub(crate) use perform::{
    ActionCall, Performed, Rehearsed, Signed, actions, carry_out, decide, over, perform, rehearse,
};
pub(crate) use registry::{Having, ROWS_MAX, row, rows};

use thiserror::Error;

use action::ActionError;

#[derive(Debug, Error)]
pub(crate) enum PeopleError {
    #[error("there is no such {0}")]
    Absent(&'static str),
    /// The person lacks a role; which would do.
    #[error("this needs the role {0}")]
    NoRole(&'static str),
    #[error(
        "the signature is not yours under this text, or its moment is more than five minutes away: read the text \
         again, as others may have proposed something, and sign it"
    )]
    Signature,
    #[error("it is a command: `clientbank proposals carry-out` carries it out where its files are")]
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
            proposals::ProposalError::NoRole(role) => Self::NoRole(role.as_str()),
            proposals::ProposalError::Absent(_) => Self::Absent("proposal"),
            error => Self::Action(error.into()),
        }
    }
}
