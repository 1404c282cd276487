//! The time that an attempt may take.
//!
//! A sandbox whose clock is moved skips the pauses between attempts, and would wait for a silent receiver seventeen
//! times in a row. So a receiver that was silent in a move is asked again as often as in life, and each time for a
//! moment only.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::attempt::Outcome;

/// The longest attempt at a receiver that was silent before in the same move of the clock: a program on the same
/// machine answers sooner.
pub const AGAIN_TIME_MAX: Duration = Duration::from_millis(250);
/// The most silent receivers that are remembered; more than those are waited for each time.
const SILENT_MAX: usize = 1_000;

/// Remembers the receivers that were silent in the move of the clock that is under way.
#[derive(Debug, Default)]
pub(super) struct Patience(Mutex<Silent>);

#[derive(Debug, Default)]
struct Silent {
    in_move: u64,
    origins: BTreeSet<String>,
}

impl Patience {
    /// Tells how long an attempt may take of which life allows `longest`.
    pub(super) fn time_max(&self, origin: &str, in_move: Option<u64>, longest: Duration) -> Duration {
        let Some(in_move) = in_move else { return longest };
        let silent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_known = silent.in_move == in_move && silent.origins.contains(origin);
        if is_known { longest.min(AGAIN_TIME_MAX) } else { longest }
    }

    /// Notes how the receiver fared.
    pub(super) fn note(&self, origin: &str, in_move: Option<u64>, outcome: Outcome) {
        let Some(in_move) = in_move else { return };
        let mut silent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if silent.in_move != in_move {
            *silent = Silent { in_move, origins: BTreeSet::new() };
        }
        if outcome.is_answer() {
            silent.origins.remove(origin);
        } else if silent.origins.len() < SILENT_MAX {
            silent.origins.insert(origin.to_owned());
        }
    }
}

#[cfg(test)]
mod tests;
