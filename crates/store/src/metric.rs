//! Counters of the store, for the metrics page and for tests.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The work of a [`Store`](crate::Store) since it was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Units of work that were kept.
    pub units: u64,
    /// Commits that kept them; on SQLite one commit keeps many units.
    pub commits: u64,
    /// Times a unit of work was run again because another disturbed it.
    pub retries: u64,
}

#[derive(Debug, Default)]
pub(crate) struct Counters {
    units: AtomicU64,
    commits: AtomicU64,
    retries: AtomicU64,
}

impl Counters {
    pub(crate) fn committed(&self, units: u64) {
        self.units.fetch_add(units, Ordering::Relaxed);
        self.commits.fetch_add(1, Ordering::Relaxed);
        metrics::counter!("clientbank_store_commits_total").increment(1);
    }

    pub(crate) fn retried(&self, unit: &'static str) {
        self.retries.fetch_add(1, Ordering::Relaxed);
        metrics::counter!("clientbank_store_retries_total", "unit" => unit).increment(1);
    }

    pub(crate) fn read(&self) -> Statistics {
        Statistics {
            units: self.units.load(Ordering::Relaxed),
            commits: self.commits.load(Ordering::Relaxed),
            retries: self.retries.load(Ordering::Relaxed),
        }
    }
}

/// Records the duration of a unit of work for its caller, its waits included.
pub(crate) fn unit_took(unit: &'static str, kind: &'static str, duration: Duration) {
    metrics::histogram!("clientbank_store_unit_duration_seconds", "unit" => unit, "kind" => kind)
        .record(duration);
}

/// A query outside of a unit of work failed.
pub(crate) fn query_failed(query: &'static str, error: &'static str) {
    metrics::counter!("clientbank_store_query_failures_total", "query" => query, "fault" => error)
        .increment(1);
}

/// The connections to the database at a moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Connections {
    pub(crate) open: usize,
    pub(crate) idle: usize,
    pub(crate) most: usize,
}

pub(crate) fn connections(connections: Connections) {
    // Exact as far as counts of connections go.
    let shown = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    metrics::gauge!("clientbank_store_connections", "state" => "open").set(shown(connections.open));
    metrics::gauge!("clientbank_store_connections", "state" => "idle").set(shown(connections.idle));
    metrics::gauge!("clientbank_store_connections_max").set(shown(connections.most));
}

/// One slot in the queue for the database; the gauge falls when it is given back.
pub(crate) struct QueueSlot;

impl QueueSlot {
    pub(crate) fn taken() -> Self {
        metrics::gauge!("clientbank_store_queue_depth").increment(1.0);
        Self
    }
}

impl Drop for QueueSlot {
    fn drop(&mut self) {
        metrics::gauge!("clientbank_store_queue_depth").decrement(1.0);
    }
}
