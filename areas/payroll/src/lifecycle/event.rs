//! The ends and errors that both machines share.

use jiff::civil::Date;
use thiserror::Error;

use super::status::StatementStatus;
use crate::catalogue::Reason;

/// No arrow leads from the state by this event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a statement in {from} cannot take this step")]
pub struct Forbidden {
    /// The state that stays.
    pub from: StatementStatus,
}

/// The end of execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finish {
    /// Every transfer reached its account.
    Executed,
    /// Some transfers were refused, and their money is back.
    PartlyExecuted,
    /// Nothing was moved, or everything came back; why.
    Declined(Reason),
}

/// Facts of a stored statement beside its status, for the states that own them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StateFacts {
    /// The day of execution.
    pub on: Option<Date>,
    /// The reason of the decline, or the fault of a signature.
    pub reason: Option<Reason>,
}
