//! A task: the work on one message, and what has come of it (requirement CTC-05).

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// State of the work on a message.
///
/// | From | `CheckingBegan` | `Checked` | `GivenUp` |
/// |---|---|---|---|
/// | `REGISTERED` | `CHECKING` | – | `REJECTED` |
/// | `CHECKING` | – | `ACCEPTED`, `PARTLY_ACCEPTED` or `REJECTED`, as the outcome says | `REJECTED` |
/// | `ACCEPTED`, `PARTLY_ACCEPTED`, `REJECTED` | – | – | – |
///
/// The table is [`TaskState::after`]; the database takes a change only from the state that it was computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskState {
    /// The message is stored and waits for the worker.
    Registered,
    /// The worker checks its certificates.
    Checking,
    /// Final: every certificate was accepted.
    Accepted,
    /// Final: some certificates were accepted, some rejected.
    PartlyAccepted,
    /// Final: every certificate was rejected.
    Rejected,
}

/// Event in the life of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskEvent {
    /// A worker has begun to check.
    CheckingBegan,
    /// Every certificate has its status.
    Checked(Outcome),
    /// The check failed too often; it will not be tried again.
    GivenUp,
}

/// Outcome of the checks of a message's certificates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All accepted.
    AllAccepted,
    /// Some accepted, some rejected.
    Mixed,
    /// All rejected.
    AllRejected,
}

/// The event does not belong to the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{event:?} does not happen to a task in {state}")]
pub struct IllegalTransition {
    /// The state the task is in.
    pub state: TaskState,
    /// The event that was to happen to it.
    pub event: TaskEvent,
}

impl Outcome {
    /// The outcome of these statuses; a message without certificates does not exist, and would be accepted.
    #[must_use]
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
    /// Every state, in the order of the work.
    pub const ALL: [Self; 5] =
        [Self::Registered, Self::Checking, Self::Accepted, Self::PartlyAccepted, Self::Rejected];

    /// The state after `event`: the only place that knows the arrows.
    ///
    /// # Errors
    /// The table above has no arrow for it.
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
    #[must_use]
    pub const fn is_final(self) -> bool {
        match self {
            Self::Registered | Self::Checking => false,
            Self::Accepted | Self::PartlyAccepted | Self::Rejected => true,
        }
    }

    /// The name of the requirement, as the interface and the database write it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Registered => "REGISTERED",
            Self::Checking => "CHECKING",
            Self::Accepted => "ACCEPTED",
            Self::PartlyAccepted => "PARTLY_ACCEPTED",
            Self::Rejected => "REJECTED",
        }
    }
}

impl fmt::Display for TaskState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// The text is not the name of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not the name of a state")]
pub struct UnknownState;

impl FromStr for TaskState {
    type Err = UnknownState;
    fn from_str(text: &str) -> Result<Self, UnknownState> {
        Self::ALL.into_iter().find(|state| state.as_str() == text).ok_or(UnknownState)
    }
}

/// Result of the check of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CertificateStatus {
    /// The bank took it.
    Accepted,
    /// The bank did not take it; its reasons say why.
    Rejected,
}

impl CertificateStatus {
    /// The name of the requirement, as the interface and the database write it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Accepted => "ACCEPTED",
            Self::Rejected => "REJECTED",
        }
    }
}

impl FromStr for CertificateStatus {
    type Err = UnknownState;
    fn from_str(text: &str) -> Result<Self, UnknownState> {
        [Self::Accepted, Self::Rejected]
            .into_iter()
            .find(|status| status.as_str() == text)
            .ok_or(UnknownState)
    }
}

#[cfg(test)]
mod tests;
