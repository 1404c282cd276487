//! The clock of a sandbox, as one process knows it, and its moves that are under way there.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use kernel::{Clock, Instant};

/// The way in which the clock of a sandbox goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// It runs with the machine's, this many microseconds ahead of it.
    Running {
        /// Less than zero only where the clock stood before it ran.
        ahead_us: i64,
    },
    /// It stands until it is moved.
    Standing { at: Instant },
}

impl Pace {
    /// The word in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Running { .. } => "RUNNING",
            Self::Standing { .. } => "STANDING",
        }
    }

    /// Tells what such a clock shows while the machine's shows `machine`.
    pub const fn shown(self, machine: Instant) -> Instant {
        match self {
            Self::Running { ahead_us } => {
                Instant::from_microseconds(machine.microseconds().saturating_add(ahead_us))
            }
            Self::Standing { at } => at,
        }
    }
}

/// Everything that the database says about the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    pub pace: Pace,
    /// The number of changes: none in data that was just loaded.
    pub moves: i64,
    pub resets: i64,
    /// The moment at which the seed data was loaded, if it was: a restart keeps later changes.
    pub seeded_at: Option<Instant>,
}

#[derive(Debug)]
pub struct SandboxClock {
    machine: Arc<dyn Clock>,
    pace: RwLock<Pace>,
}

impl SandboxClock {
    pub(crate) fn new(machine: Arc<dyn Clock>, pace: Pace) -> Self {
        Self { machine, pace: RwLock::new(pace) }
    }

    pub fn pace(&self) -> Pace {
        *self.pace.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn go(&self, pace: Pace) {
        *self.pace.write().unwrap_or_else(PoisonError::into_inner) = pace;
    }

    pub(crate) fn machine(&self) -> &Arc<dyn Clock> {
        &self.machine
    }
}

impl Clock for SandboxClock {
    fn now(&self) -> Instant {
        self.pace().shown(self.machine.now())
    }
}

/// Counts the moves of this process. A clone counts the same ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moves(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    begun: AtomicU64,
    ended: AtomicU64,
}

/// A move of the clock that is under way, until it is dropped.
#[derive(Debug)]
pub struct Moving(Moves);

impl Moves {
    pub(crate) fn begin(&self) -> Moving {
        self.0.begun.fetch_add(1, Ordering::SeqCst);
        Moving(self.clone())
    }

    pub(crate) fn under_way(&self) -> Option<u64> {
        let ended = self.0.ended.load(Ordering::SeqCst);
        Some(self.0.begun.load(Ordering::SeqCst)).filter(|begun| *begun != ended)
    }
}

impl Drop for Moving {
    fn drop(&mut self) {
        self.0.0.ended.fetch_add(1, Ordering::SeqCst);
    }
}
