//! The present moment for units of work, which outlive the clock that their caller lends.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use kernel::{Clock, Instant};
use tokio::time::timeout;

use crate::limits::MOMENT_AGE_MAX;

/// The present moment, as the clock told it last.
#[derive(Clone, Debug)]
pub(crate) struct Moment(Arc<AtomicI64>);

impl Moment {
    pub(crate) fn began(clock: &dyn Clock) -> Self {
        Self(Arc::new(AtomicI64::new(clock.now().microseconds())))
    }

    /// The moment that was told last.
    pub(crate) fn now(&self) -> Instant {
        Instant::from_microseconds(self.0.load(Ordering::SeqCst))
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
