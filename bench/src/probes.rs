//! Small pieces of work, done again and again beside a large one, to see what the large one costs them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant as Timer};

use store::{Store, StoreError};
use tokio::task::JoinHandle;

/// Time between two probes.
pub(crate) const PROBE_PAUSE: Duration = Duration::from_millis(2);

/// Does something again and again until `stop`, and returns the time that each took, in order.
pub(crate) fn probe<F>(
    store: &Store,
    stop: &Arc<AtomicBool>,
    run: impl Fn(Store) -> F + Send + 'static,
) -> JoinHandle<Result<Vec<Duration>, StoreError>>
where
    F: Future<Output = Result<(), StoreError>> + Send,
{
    let (store, stop) = (store.clone(), Arc::clone(stop));
    tokio::spawn(async move {
        let mut took = Vec::new();
        while !stop.load(Ordering::Relaxed) {
            let start = Timer::now();
            run(store.clone()).await?;
            took.push(start.elapsed());
            tokio::time::sleep(PROBE_PAUSE).await;
        }
        took.sort_unstable();
        Ok(took)
    })
}

/// The time in microseconds that so many of a hundred stay below; of sorted times.
pub(crate) fn percentile(sorted: &[Duration], percent: usize) -> u128 {
    let at = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    sorted.get(at).map_or(0, Duration::as_micros)
}
