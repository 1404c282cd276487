//! The machine of signed statements.

use jiff::civil::Date;

use super::status::{Finish, Forbidden, StateFacts, StatementStatus};
use crate::catalogue::Reason;

states! {
    /// The state of a statement that was created with signatures and digest (spec section 3.1). Each means what the
    /// status of its name tells.
    SignedState {
        Checking,
        Error,
        ErrorSign { reason: Reason },
        Scheduled {
            /// The date, in the bank's zone.
            on: Date
        },
        Processing,
        Declined { reason: Reason },
        Executed,
        PartlyExecuted,
        Deleted,
    }
}

/// An event of a signed statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SignedEvent {
    /// The checks found errors.
    ChecksFailed,
    /// A signature is wrong or missing.
    SignaturesFailed(Reason),
    /// Checks and signatures are right, and its date is still to come.
    NotDue(Date),
    /// Checks and signatures are right, or its date has come.
    Due,
    /// Execution ended.
    Finished(Finish),
    /// A user deleted it.
    Deleted,
}

impl SignedState {
    /// Returns the state after the event. Every pair that is not in this table is forbidden:
    ///
    /// | From | Event | To |
    /// |---|---|---|
    /// | CHECKING | `ChecksFailed` | ERROR |
    /// | CHECKING | `SignaturesFailed` | `ERROR_SIGN` |
    /// | CHECKING | `NotDue` | SCHEDULED |
    /// | CHECKING, SCHEDULED | `Due` | PROCESSING |
    /// | SCHEDULED | `Deleted` | DELETED |
    /// | PROCESSING | `Finished` | EXECUTED, `PARTLY_EXECUTED` or DECLINED |
    pub fn after(self, event: SignedEvent) -> Result<Self, Forbidden> {
        match (self, event) {
            (Self::Checking, SignedEvent::ChecksFailed) => Ok(Self::Error),
            (Self::Checking, SignedEvent::SignaturesFailed(reason)) => Ok(Self::ErrorSign { reason }),
            (Self::Checking, SignedEvent::NotDue(on)) => Ok(Self::Scheduled { on }),
            (Self::Checking | Self::Scheduled { .. }, SignedEvent::Due) => Ok(Self::Processing),
            (Self::Scheduled { .. }, SignedEvent::Deleted) => Ok(Self::Deleted),
            (Self::Processing, SignedEvent::Finished(finish)) => Ok(match finish {
                Finish::Executed => Self::Executed,
                Finish::PartlyExecuted => Self::PartlyExecuted,
                Finish::Declined(reason) => Self::Declined { reason },
            }),
            (from, _) => Err(Forbidden { from: from.status() }),
        }
    }
}
