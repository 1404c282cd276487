//! The machines of signed and of unsigned statements. A state has the name of the status that callers see.

use jiff::civil::Date;

use super::status::{Finish, Forbidden, StateFacts, StatementEvent as Event, StatementStatus};
use crate::catalogue::Reason;

/// Declares the states of a machine, each with the facts that it owns.
macro_rules! states {
    ($(#[$about:meta])* $name:ident {
        $($(#[$documentation:meta])* $state:ident $({ $(#[$of_fact:meta])* $fact:ident: $type:ty })?,)+
    }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$documentation])* $state $({ $(#[$of_fact])* $fact: $type })?,)+
        }

        impl $name {
            /// Returns the status that the caller sees.
            pub const fn status(&self) -> StatementStatus {
                match self {
                    $(Self::$state $({ $fact: _ })? => StatementStatus::$state,)+
                }
            }

            /// Returns the state that callers see so; `None` when the machine has none, or a fact of it is missing.
            pub(super) fn of(status: StatementStatus, facts: StateFacts) -> Option<Self> {
                $(if status == StatementStatus::$state {
                    return Some(Self::$state $({ $fact: facts.$fact? })?);
                })+
                None
            }
        }
    };
}

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

states! {
    /// The state of a statement that is signed in the online bank (spec section 3.1). Each means what the status of its
    /// name tells.
    UnsignedState {
        Draft,
        Checking,
        AwaitingSign,
        AwaitingSignWithWarnings,
        Error,
        Signing,
        PartlySigned,
        AwaitingSend,
        Scheduled {
            /// The date, in the bank's zone.
            on: Date
        },
        ErrorSign { reason: Reason },
        Processing,
        Declined { reason: Reason },
        Executed,
        PartlyExecuted,
        Deleted,
    }
}

impl UnsignedState {
    /// Returns the state after the event. Every pair that is not in this table is forbidden:
    ///
    /// | From | Event | To |
    /// |---|---|---|
    /// | DRAFT | `Submitted` | CHECKING |
    /// | CHECKING | `ChecksPassed` | `AWAITING_SIGN` |
    /// | CHECKING | `ChecksWarned` | `AWAITING_SIGN_WITH_WARNINGS` |
    /// | CHECKING | `ChecksFailed` | ERROR |
    /// | ERROR | `Corrected` | CHECKING |
    /// | `AWAITING_SIGN`, `AWAITING_SIGN_WITH_WARNINGS` | `SigningBegun` | SIGNING |
    /// | SIGNING | `SignatureAccepted` | `PARTLY_SIGNED` |
    /// | SIGNING | `SignaturesFailed` | `ERROR_SIGN` |
    /// | `PARTLY_SIGNED` | `SchemeComplete`, `SignaturesLate` | `AWAITING_SEND` |
    /// | `AWAITING_SEND` | `NotDue` | SCHEDULED |
    /// | `AWAITING_SEND`, SCHEDULED | `Due` | PROCESSING |
    /// | PROCESSING | `Finished` | EXECUTED, `PARTLY_EXECUTED` or DECLINED |
    /// | DRAFT, `AWAITING_SIGN`, `AWAITING_SIGN_WITH_WARNINGS`, ERROR, SCHEDULED | `Deleted` | DELETED |
    pub(super) fn after(&self, event: Event) -> Result<Self, Forbidden> {
        match (self, event) {
            (Self::Draft, Event::Submitted) | (Self::Error, Event::Corrected) => Ok(Self::Checking),
            (Self::Checking, Event::ChecksPassed) => Ok(Self::AwaitingSign),
            (Self::Checking, Event::ChecksWarned) => Ok(Self::AwaitingSignWithWarnings),
            (Self::Checking, Event::ChecksFailed) => Ok(Self::Error),
            (Self::AwaitingSign | Self::AwaitingSignWithWarnings, Event::SigningBegun) => Ok(Self::Signing),
            (Self::Signing, Event::SignatureAccepted) => Ok(Self::PartlySigned),
            (Self::Signing, Event::SignaturesFailed(reason)) => Ok(Self::ErrorSign { reason }),
            (Self::PartlySigned, Event::SchemeComplete | Event::SignaturesLate) => Ok(Self::AwaitingSend),
            (Self::AwaitingSend, Event::NotDue(on)) => Ok(Self::Scheduled { on }),
            (Self::AwaitingSend | Self::Scheduled { .. }, Event::Due) => Ok(Self::Processing),
            (Self::Processing, Event::Finished(finish)) => Ok(match finish {
                Finish::Executed => Self::Executed,
                Finish::PartlyExecuted => Self::PartlyExecuted,
                Finish::Declined(reason) => Self::Declined { reason },
            }),
            (
                Self::Draft
                | Self::AwaitingSign
                | Self::AwaitingSignWithWarnings
                | Self::Error
                | Self::Scheduled { .. },
                Event::Deleted,
            ) => Ok(Self::Deleted),
            (from, _) => Err(Forbidden { from: from.status() }),
        }
    }
}
