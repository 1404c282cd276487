//! Units of work that hold nobody up for long: the size of each follows from what the last one took, and others come to
//! their turn in between.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use kernel::Clock;
use store::StoreError;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use crate::limits::{BUSY_MAX, BUSY_PAUSE_FIRST, BUSY_PAUSE_MAX, MOMENT_AGE_MAX};
use crate::{ImportError, Pace};

/// The size of the next unit, and the moment from which it may run.
pub(crate) struct Pacing<'a> {
    pace: &'a Pace,
    size: u32,
    /// The time that a unit should take.
    aim: Duration,
    /// The moment until which others come to their turn.
    pause: Option<Instant>,
}

impl<'a> Pacing<'a> {
    /// The pacing of the first unit, on a database that writes beside others or alone.
    pub(crate) fn first(pace: &'a Pace, writes_at_once: bool) -> Self {
        let sizes = pace.chunks;
        let aim = if writes_at_once { sizes.aim_beside } else { sizes.aim_alone };
        Self { pace, size: sizes.first.max(1), aim, pause: None }
    }

    pub(crate) fn rows(&self) -> usize {
        usize::try_from(self.size).unwrap_or(usize::MAX)
    }

    /// Waits until others have had their turn.
    pub(crate) async fn turn(&self) {
        if let Some(pause) = self.pause {
            sleep_until(pause).await;
        }
    }

    /// Notes the time that a unit of `rows` rows took.
    pub(crate) fn took(&mut self, rows: u64, took: Duration) {
        self.pause = Some(Instant::now() + self.pace.pause);
        self.size = self.pace.chunks.next(self.size, rows, took, self.aim);
    }
}

/// Tries a unit of work again while somebody is in its way or the database is away, for five minutes.
pub(crate) async fn patiently<T, F: Future<Output = Result<T, ImportError>>>(
    mut unit: impl FnMut() -> F,
) -> Result<T, ImportError> {
    let (given_up_at, mut pause) = (Instant::now() + BUSY_MAX, BUSY_PAUSE_FIRST);
    loop {
        match unit().await {
            Err(ImportError::Store(error @ (StoreError::Busy(_) | StoreError::Unavailable(_))))
                if Instant::now() < given_up_at =>
            {
                tracing::warn!("the import tries again: {error}");
                sleep(pause).await;
                pause = (pause * 2).min(BUSY_PAUSE_MAX);
            }
            done => return done,
        }
    }
}

/// The present moment, as the clock told it last, for units of work, which outlive the clock that their caller lends.
#[derive(Clone, Debug)]
pub(crate) struct Moment(Arc<AtomicI64>);

impl Moment {
    pub(crate) fn began(clock: &dyn Clock) -> Self {
        Self(Arc::new(AtomicI64::new(clock.now().microseconds())))
    }

    /// The moment that was told last.
    pub(crate) fn now(&self) -> kernel::Instant {
        kernel::Instant::from_microseconds(self.0.load(Ordering::SeqCst))
    }

    /// Awaits a unit of work and asks the clock again and again meanwhile: a unit that waited for its turn, or that
    /// others disturbed and that is run again, finds the moment of its own.
    pub(crate) async fn during<T>(&self, clock: &dyn Clock, unit: impl Future<Output = T>) -> T {
        let mut unit = pin!(unit);
        loop {
            self.0.store(clock.now().microseconds(), Ordering::SeqCst);
            if let Ok(done) = timeout(MOMENT_AGE_MAX, &mut unit).await {
                return done;
            }
        }
    }
}
