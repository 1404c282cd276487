//! The machine of signed statements.

use jiff::civil::Date;

use super::status::{Finish, Forbidden, StateFacts, StatementEvent as Event, StatementStatus};
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
    pub(super) fn after(&self, event: Event) -> Result<Self, Forbidden> {
        match (self, event) {
            (Self::Checking, Event::ChecksFailed) => Ok(Self::Error),
            (Self::Checking, Event::SignaturesFailed(reason)) => Ok(Self::ErrorSign { reason }),
            (Self::Checking, Event::NotDue(on)) => Ok(Self::Scheduled { on }),
            (Self::Checking | Self::Scheduled { .. }, Event::Due) => Ok(Self::Processing),
            (Self::Scheduled { .. }, Event::Deleted) => Ok(Self::Deleted),
            (Self::Processing, Event::Finished(finish)) => Ok(match finish {
                Finish::Executed => Self::Executed,
                Finish::PartlyExecuted => Self::PartlyExecuted,
                Finish::Declined(reason) => Self::Declined { reason },
            }),
            (from, _) => Err(Forbidden { from: from.status() }),
        }
    }
}
