//! A task: the work on one message, and what has come of it (requirement CTC-05).

use kernel::text_enum;
use thiserror::Error;

text_enum! {
    /// State of the work on a message.
    ///
    /// | From | `CheckingBegan` | `Checked` | `GivenUp` |
    /// |---|---|---|---|
    /// | `REGISTERED` | `CHECKING` | – | `REJECTED` |
    /// | `CHECKING` | – | `ACCEPTED`, `PARTLY_ACCEPTED` or `REJECTED`, as the outcome says | `REJECTED` |
    /// | `ACCEPTED`, `PARTLY_ACCEPTED`, `REJECTED` | – | – | – |
    ///
    /// The table is [`TaskState::after`]; the database takes a change only from the state that it was computed from.
    pub enum TaskState {
        /// The message is stored and waits for the worker.
        Registered = "REGISTERED",
        /// The worker checks its certificates.
        Checking = "CHECKING",
        /// Final: every certificate was accepted.
        Accepted = "ACCEPTED",
        /// Final: some certificates were accepted, some rejected.
        PartlyAccepted = "PARTLY_ACCEPTED",
        /// Final: every certificate was rejected.
        Rejected = "REJECTED",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskEvent {
    CheckingBegan,
    /// Every certificate has its status.
    Checked(Outcome),
    /// The check failed too often; it will not be tried again.
    GivenUp,
}

/// Outcome of the checks of a message's certificates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    AllAccepted,
    Mixed,
    AllRejected,
}

/// The event does not belong to the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{event:?} does not happen to a task in {state}")]
pub struct IllegalTransition {
    pub state: TaskState,
    pub event: TaskEvent,
}

impl Outcome {
    /// The outcome of these statuses; a message without certificates does not exist, and would be accepted.
    pub fn of(statuses: impl IntoIterator<Item = CertificateStatus>) -> Self {
        let (mut accepted, mut rejected) = (false, false);
        for status in statuses {
            match status {
                CertificateStatus::Accepted => accepted = true,
                CertificateStatus::Rejected => rejected = true,
            }
        }
        match (accepted, rejected) {
            (_, false) => Self::AllAccepted,
            (true, true) => Self::Mixed,
            (false, true) => Self::AllRejected,
        }
    }
}

impl TaskState {
    /// The state after `event`: the only place that knows the arrows.
    pub const fn after(self, event: TaskEvent) -> Result<Self, IllegalTransition> {
        match (self, event) {
            (Self::Registered, TaskEvent::CheckingBegan) => Ok(Self::Checking),
            (Self::Checking, TaskEvent::Checked(Outcome::AllAccepted)) => Ok(Self::Accepted),
            (Self::Checking, TaskEvent::Checked(Outcome::Mixed)) => Ok(Self::PartlyAccepted),
            (Self::Checking, TaskEvent::Checked(Outcome::AllRejected))
            | (Self::Registered | Self::Checking, TaskEvent::GivenUp) => Ok(Self::Rejected),
            (Self::Registered, TaskEvent::Checked(_))
            | (Self::Checking, TaskEvent::CheckingBegan)
            | (Self::Accepted | Self::PartlyAccepted | Self::Rejected, _) => {
                Err(IllegalTransition { state: self, event })
            }
        }
    }

    /// Tells whether nothing happens to the task any more.
    pub const fn is_final(self) -> bool {
        match self {
            Self::Registered | Self::Checking => false,
            Self::Accepted | Self::PartlyAccepted | Self::Rejected => true,
        }
    }
}

text_enum! {
    /// Result of the check of a certificate.
    pub enum CertificateStatus {
        Accepted = "ACCEPTED",
        /// The bank did not take it; its reasons say why.
        Rejected = "REJECTED",
    }
}

#[cfg(test)]
mod tests;
