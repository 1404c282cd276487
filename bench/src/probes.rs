//! Small pieces of work, done again and again beside a large one, to see what the large one costs them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant as Timer};

use store::{Store, StoreError};
use tokio::task::JoinHandle;

/// Time between two probes.
pub(crate) const PROBE_PAUSE: Duration = Duration::from_millis(2);

/// The moment at which a probe began, and the time that it took.
pub(crate) type Probed = (Timer, Duration);

/// Does something again and again until `stop`.
pub(crate) fn probe<F>(
    store: &Store,
    stop: &Arc<AtomicBool>,
    run: impl Fn(Store) -> F + Send + 'static,
) -> JoinHandle<Result<Vec<Probed>, StoreError>>
where
    F: Future<Output = Result<(), StoreError>> + Send,
{
    let (store, stop) = (store.clone(), Arc::clone(stop));
    tokio::spawn(async move {
        let mut took = Vec::new();
        while !stop.load(Ordering::Relaxed) {
            let start = Timer::now();
            run(store.clone()).await?;
            took.push((start, start.elapsed()));
            tokio::time::sleep(PROBE_PAUSE).await;
        }
        Ok(took)
    })
}

/// The times of the probes that began between two moments, sorted.
pub(crate) fn between(probed: &[Probed], from: Timer, until: Timer) -> Vec<Duration> {
    let within = probed.iter().filter(|(at, _)| (from..until).contains(at));
    let mut took: Vec<Duration> = within.map(|(_, took)| *took).collect();
    took.sort_unstable();
    took
}

/// The times in words: `p50 1 us, p99 2 us, max 3 us`; of sorted times.
pub(crate) fn told(sorted: &[Duration]) -> String {
    let [half, most, longest] = [50, 99, 100].map(|percent| percentile(sorted, percent));
    format!("p50 {half} us, p99 {most} us, max {longest} us")
}

/// The time in microseconds that so many of a hundred stay below; of sorted times.
pub(crate) fn percentile(sorted: &[Duration], percent: usize) -> u128 {
    let at = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    sorted.get(at).map_or(0, Duration::as_micros)
}
