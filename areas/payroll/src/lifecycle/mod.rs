//! The states of a statement (spec section 3.1, PAY-07).
//!
//! Signed and unsigned statements are different enumerations: a signed one cannot await a signature. Their arrows are
//! written once each, in [`SignedState::after`] and [`UnsignedState::after`]. What the database is told to write is a
//! [`Change`], and only the arrows make one, so that there is no code that writes a change outside of the tables. The
//! table `payroll_arrows` holds the same arrows for the database; a test compares the two.

mod machines;
mod status;

use jiff::civil::Date;
use kernel::text_enum;

use crate::catalogue::Reason;

pub use machines::{SignedState, UnsignedState};
pub use status::{Finish, Forbidden, StateFacts, StatementEvent, StatementStatus};

text_enum! {
    /// The machine that a statement goes through.
    pub enum StatementKind {
        /// Created with signatures and digest.
        Signed = "SIGNED",
        /// To be signed in the online bank.
        Unsigned = "UNSIGNED",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementState {
    Signed(SignedState),
    Unsigned(UnsignedState),
}

/// One step along an arrow. Made by the arrows alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    from: StatementState,
    to: StatementState,
}

impl Change {
    pub const fn from(&self) -> &StatementState {
        &self.from
    }

    pub const fn to(&self) -> &StatementState {
        &self.to
    }
}

impl StatementState {
    pub const fn first(kind: StatementKind) -> Self {
        match kind {
            StatementKind::Signed => Self::Signed(SignedState::Checking),
            StatementKind::Unsigned => Self::Unsigned(UnsignedState::Draft),
        }
    }

    /// Returns the state of a stored statement; `None` when its kind has no such status, or a fact is missing.
    pub fn of(kind: StatementKind, status: StatementStatus, facts: StateFacts) -> Option<Self> {
        match kind {
            StatementKind::Signed => SignedState::of(status, facts).map(Self::Signed),
            StatementKind::Unsigned => UnsignedState::of(status, facts).map(Self::Unsigned),
        }
    }

    pub const fn kind(&self) -> StatementKind {
        match self {
            Self::Signed(_) => StatementKind::Signed,
            Self::Unsigned(_) => StatementKind::Unsigned,
        }
    }

    /// Returns the status that the caller sees (spec section 3.1).
    pub const fn status(&self) -> StatementStatus {
        match self {
            Self::Signed(state) => state.status(),
            Self::Unsigned(state) => state.status(),
        }
    }

    /// Returns the day on which a scheduled statement is executed: as the calendar was when it was scheduled, and as
    /// its sender wanted when it was read from storage.
    pub const fn day(&self) -> Option<Date> {
        match self {
            Self::Signed(SignedState::Scheduled { on }) | Self::Unsigned(UnsignedState::Scheduled { on }) => {
                Some(*on)
            }
            Self::Signed(_) | Self::Unsigned(_) => None,
        }
    }

    /// Returns `true` when nothing can happen any more. ERROR is final for signed statements only: a user with the
    /// right can correct an unsigned one.
    pub const fn is_final(&self) -> bool {
        match self.status() {
            StatementStatus::Draft
            | StatementStatus::Checking
            | StatementStatus::AwaitingSign
            | StatementStatus::AwaitingSignWithWarnings
            | StatementStatus::Signing
            | StatementStatus::PartlySigned
            | StatementStatus::AwaitingSend
            | StatementStatus::Scheduled
            | StatementStatus::Processing => false,
            StatementStatus::Error => matches!(self, Self::Signed(_)),
            StatementStatus::ErrorSign
            | StatementStatus::Declined
            | StatementStatus::Executed
            | StatementStatus::PartlyExecuted
            | StatementStatus::Deleted => true,
        }
    }

    pub const fn reason(&self) -> Option<&Reason> {
        match self {
            Self::Signed(SignedState::Declined { reason } | SignedState::ErrorSign { reason })
            | Self::Unsigned(UnsignedState::Declined { reason } | UnsignedState::ErrorSign { reason }) => {
                Some(reason)
            }
            Self::Signed(_) | Self::Unsigned(_) => None,
        }
    }

    /// Takes a step, unless no arrow leads from this state by the event.
    pub fn after(&self, event: StatementEvent) -> Result<Change, Forbidden> {
        let to = match self {
            Self::Signed(state) => Self::Signed(state.after(event)?),
            Self::Unsigned(state) => Self::Unsigned(state.after(event)?),
        };
        Ok(Change { from: self.clone(), to })
    }

    /// Ends a statement whose signatures were not given in time: `AWAITING_SIGN` or `AWAITING_SIGN_WITH_WARNINGS` →
    /// DELETED. From `PARTLY_SIGNED` leads one arrow alone, so that it goes all the way in one unit of work: →
    /// `AWAITING_SEND` → PROCESSING → DECLINED, for this reason.
    pub fn lapse(&self, reason: Reason) -> Result<Vec<Change>, Forbidden> {
        match self.status() {
            StatementStatus::AwaitingSign | StatementStatus::AwaitingSignWithWarnings => {
                Ok(vec![self.after(StatementEvent::Deleted)?])
            }
            StatementStatus::PartlySigned => {
                let late = self.after(StatementEvent::SignaturesLate)?;
                let begun = late.to.after(StatementEvent::Due)?;
                let declined = begun.to.after(StatementEvent::Finished(Finish::Declined(reason)))?;
                Ok(vec![late, begun, declined])
            }
            from => Err(Forbidden { from }),
        }
    }
}

#[cfg(test)]
mod tests;
