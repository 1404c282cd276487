//! Time is passed in, so that tests and the sandbox can move it.

use std::sync::atomic::{AtomicI64, Ordering};

use crate::Instant;

pub trait Clock: Send + Sync + std::fmt::Debug {
    fn now(&self) -> Instant;
}

#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one place that asks the machine")]
    fn now(&self) -> Instant {
        jiff::Timestamp::now().into()
    }
}

/// A clock that stands still until it is moved.
#[derive(Debug)]
pub struct MovableClock(AtomicI64);

impl MovableClock {
    pub const fn new(start: Instant) -> Self {
        Self(AtomicI64::new(start.microseconds()))
    }

    /// Moves the clock forward by `seconds` (back when negative).
    pub fn advance_seconds(&self, seconds: i64) {
        self.0.fetch_add(seconds.saturating_mul(1_000_000), Ordering::SeqCst);
    }

    pub fn set(&self, moment: Instant) {
        self.0.store(moment.microseconds(), Ordering::SeqCst);
    }
}

impl Clock for MovableClock {
    fn now(&self) -> Instant {
        Instant::from_microseconds(self.0.load(Ordering::SeqCst))
    }
}
