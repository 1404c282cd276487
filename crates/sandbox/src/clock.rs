//! The clock of a sandbox, as one process knows it.

use std::sync::{Arc, PoisonError, RwLock};

use kernel::{Clock, Instant};

/// The way in which the clock of a sandbox goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// It runs with the machine's, this many microseconds ahead of it.
    Running {
        /// Zero or more.
        ahead_us: i64,
    },
    /// It stands until it is moved.
    Standing {
        /// The moment that it shows.
        at: Instant,
    },
}

/// The clock of a sandbox. It follows what the database says whenever [`Sandbox::follow`](crate::Sandbox::follow) asks
/// it, and at once what this process does.
#[derive(Debug)]
pub struct SandboxClock {
    machine: Arc<dyn Clock>,
    pace: RwLock<Pace>,
}

impl SandboxClock {
    pub(crate) fn new(machine: Arc<dyn Clock>, pace: Pace) -> Self {
        Self { machine, pace: RwLock::new(pace) }
    }

    /// Returns the way in which it goes.
    #[must_use]
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
        match self.pace() {
            Pace::Running { ahead_us } => {
                let machine_us = self.machine.now().microseconds();
                Instant::from_microseconds(machine_us.saturating_add(ahead_us))
            }
            Pace::Standing { at } => at,
        }
    }
}
