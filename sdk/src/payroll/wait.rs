//! Waiting for a statement, at the pace that the bank allows (spec section 8).

use std::time::Duration;

use thiserror::Error;

use super::{StatementState, StatementStatus};
use crate::bank::Bank;
use crate::error::SdkError;

/// The pause between two questions about one statement: the bank allows one per second.
pub const POLLING_PACE: Duration = Duration::from_millis(1_050);
/// The longest wait that a bank may ask for with `Retry-After`.
const RETRY_AFTER_MAX_S: u64 = 60;

/// The limits of waiting.
pub struct Patience<'a> {
    /// The longest time in all.
    pub longest: Duration,
    /// Set when the statement was sent with signatures, which decides about the final statuses.
    pub signed: bool,
    /// Lets time pass. Passed in, so that a program may do something else meanwhile and a test need not wait.
    pub pause: &'a mut dyn FnMut(Duration),
    /// Called with the first status and each time it has changed.
    pub seen: &'a mut dyn FnMut(&StatementStatus),
}

kernel::debug_shows!(Patience<'_> { longest, signed, .. });

/// Error of waiting that ended without a final status.
#[derive(Debug, Error)]
pub enum WaitError {
    /// The time is over; the last state.
    #[error("the statement is still {} after the longest wait", .0.as_str())]
    TooLong(StatementState),
    /// A call did not succeed.
    #[error(transparent)]
    Call(#[from] SdkError),
}

impl Bank {
    /// Asks for the status until it is final, or until a person or a day must come first
    /// ([`StatementState::awaits`]). When the bank finds that it was asked too often, or cannot answer at
    /// this moment, waits as long as it says, a minute at most.
    ///
    /// # Errors
    /// The time is over, or a call did not succeed; a time in which the bank could not answer at all ends with its
    /// refusal.
    pub fn wait_for_statement(
        &mut self,
        external_id: &str,
        patience: &mut Patience<'_>,
    ) -> Result<StatementStatus, WaitError> {
        let mut waited = Duration::ZERO;
        let mut last: Option<StatementState> = None;
        loop {
            let (pause, refusal) = match self.statement_status(external_id) {
                Ok(status) => {
                    if last != Some(status.status) {
                        (patience.seen)(&status);
                        last = Some(status.status);
                    }
                    if status.status.is_final(patience.signed) || status.status.awaits() {
                        return Ok(status);
                    }
                    (POLLING_PACE, None)
                }
                Err(SdkError::Refused(problem)) if matches!(problem.status, 429 | 503) => {
                    let seconds = problem.retry_after_s.unwrap_or(1).clamp(1, RETRY_AFTER_MAX_S);
                    (Duration::from_secs(seconds), Some(problem))
                }
                Err(other) => return Err(other.into()),
            };
            if waited.saturating_add(pause) > patience.longest {
                return Err(match (last, refusal) {
                    // Nothing was ever told of the statement: the refusal is all that is known.
                    (None, Some(problem)) => SdkError::Refused(problem).into(),
                    (state, _) => WaitError::TooLong(state.unwrap_or(StatementState::Checking)),
                });
            }
            (patience.pause)(pause);
            waited = waited.saturating_add(pause);
        }
    }
}
