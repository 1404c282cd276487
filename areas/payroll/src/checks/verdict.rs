//! The step that a statement takes out of CHECKING.

use jiff::civil::Date;

use crate::catalogue::{Finding, Reason};
use crate::lifecycle::{Change, Forbidden, StatementEvent, StatementKind, StatementState};

/// Everything that decides about a checked statement.
#[derive(Clone, Copy, Debug)]
pub struct Verdict<'s> {
    pub state: &'s StatementState,
    /// The day on which it is executed when its signatures are there by now.
    pub day: Date,
    /// Today in the bank's zone.
    pub today: Date,
    pub found: &'s [Finding],
    /// The faults of its signatures; none for an unsigned statement.
    pub wrong_signatures: &'s [Reason],
}

impl Verdict<'_> {
    /// Returns the step that follows:
    ///
    /// | Kind | Signatures | Checks | To |
    /// |---|---|---|---|
    /// | signed | wrong or missing | any | `ERROR_SIGN` |
    /// | signed | right and complete | an error | ERROR |
    /// | signed | right and complete | no error | SCHEDULED until the day, else PROCESSING |
    /// | unsigned | – | an error | ERROR |
    /// | unsigned | – | a warning | `AWAITING_SIGN_WITH_WARNINGS` |
    /// | unsigned | – | nothing | `AWAITING_SIGN` |
    pub fn step(self) -> Result<Change, Forbidden> {
        self.state.after(if let Some(reason) = self.wrong_signatures.first() {
            StatementEvent::SignaturesFailed(reason.clone())
        } else if self.found.iter().any(Finding::is_error) {
            StatementEvent::ChecksFailed
        } else if self.state.kind() == StatementKind::Unsigned {
            if self.found.is_empty() { StatementEvent::ChecksPassed } else { StatementEvent::ChecksWarned }
        } else if self.day > self.today {
            StatementEvent::NotDue(self.day)
        } else {
            StatementEvent::Due
        })
    }
}

#[cfg(test)]
mod tests;
