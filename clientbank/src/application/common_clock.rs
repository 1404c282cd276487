//! The clock that all processes on one database share.
//!
//! Moments decide: the end of a lease, the day of a scheduled statement, the life of a token. Two machines whose clocks
//! differ would decide differently, so every process goes by the database server's clock: its own machine's, corrected
//! by the difference. On SQLite both are the same machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use kernel::{Clock, Instant};
use store::{Result, Store};
use tokio::time::timeout;

use crate::stop::ticks;

/// Questions of one comparison; the one with the fastest answer counts.
const QUESTIONS: usize = 3;
/// A smaller difference is the time of the answer's way, and is left as it is.
const DIFFERENCE_US_MIN: i64 = 100_000;
/// With a larger difference the machine's clock is broken, and the process is not ready.
const DIFFERENCE_US_MAX: i64 = 5_000_000;
/// Time between two comparisons, and the longest one.
const COMPARISON_PAUSE: Duration = Duration::from_secs(10);
const COMPARISON_MAX: Duration = Duration::from_secs(5);

/// The clock of this machine, corrected by what the database server's differs from it.
#[derive(Debug)]
pub struct CommonClock {
    machine: Arc<dyn Clock>,
    correction_us: AtomicI64,
}

impl Clock for CommonClock {
    fn now(&self) -> Instant {
        corrected(self.machine.now(), self.correction_us.load(Ordering::Relaxed))
    }
}

impl CommonClock {
    /// Compares this machine's clock with that of the database's server.
    pub async fn compared(machine: Arc<dyn Clock>, store: &Store) -> Result<Arc<Self>> {
        let clock = Arc::new(Self { machine, correction_us: AtomicI64::new(0) });
        clock.compare(store).await?;
        Ok(clock)
    }

    /// Compares again: clocks drift, and after a failover it is another server's.
    pub(super) async fn compare(&self, store: &Store) -> Result<()> {
        let mut closest: Option<(i64, i64)> = None;
        for _ in 0..QUESTIONS {
            let asked_at = self.machine.now();
            let Some(server) = store.server_clock().await? else { return Ok(()) };
            let way_us = self.machine.now().microseconds_since(asked_at);
            let difference_us = server.microseconds_since(asked_at).saturating_sub(way_us / 2);
            if way_us < 0 {
                // The machine's clock stepped back: neither this answer nor those before tell of it as it is now.
                closest = None;
            } else if closest.is_none_or(|(fastest_us, _)| way_us < fastest_us) {
                closest = Some((way_us, difference_us));
            }
        }
        let Some((way_us, difference_us)) = closest else { return Ok(()) };
        let known_us = self.correction_us.load(Ordering::Relaxed);
        let correction_us = correction(known_us, way_us, difference_us);
        self.correction_us.store(correction_us, Ordering::Relaxed);
        if known_us == 0 && correction_us != 0 {
            tracing::warn!("{}", told(correction_us));
        }
        #[expect(clippy::cast_precision_loss, clippy::float_arithmetic, reason = "a metric")]
        metrics::gauge!("clientbank_clock_correction_seconds").set(correction_us as f64 / 1_000_000.0);
        Ok(())
    }

    /// Tells what is wrong with this machine's clock, if it is broken.
    pub(super) fn fault(&self) -> Option<String> {
        let correction_us = self.correction_us.load(Ordering::Relaxed);
        (correction_us.saturating_abs() > DIFFERENCE_US_MAX).then(|| told(correction_us))
    }

    pub(super) async fn run(self: Arc<Self>, store: Store) {
        let mut ticks = ticks(COMPARISON_PAUSE);
        loop {
            ticks.tick().await;
            match timeout(COMPARISON_MAX, self.compare(&store)).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::warn!("the clock of the database cannot be read: {error}"),
                Err(_) => tracing::warn!("the clock of the database cannot be read: no answer in time"),
            }
        }
    }
}

/// Chooses the correction after a difference was measured by an answer that took `way_us`. An answer that took longer
/// than the difference shows nothing, so what was known stays.
const fn correction(known_us: i64, way_us: i64, difference_us: i64) -> i64 {
    match difference_us.saturating_abs() {
        size_us if size_us > DIFFERENCE_US_MIN && size_us > way_us => difference_us,
        _ if way_us > DIFFERENCE_US_MIN => known_us,
        _ => 0,
    }
}

const fn corrected(now: Instant, correction_us: i64) -> Instant {
    Instant::from_microseconds(now.microseconds().saturating_add(correction_us))
}

fn told(correction_us: i64) -> String {
    let way = if correction_us > 0 { "behind" } else { "ahead of" };
    let milliseconds = correction_us.unsigned_abs() / 1_000;
    format!("this machine's clock is {milliseconds} ms {way} the database's")
}

#[cfg(test)]
mod tests;
