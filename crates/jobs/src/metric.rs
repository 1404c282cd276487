//! The metrics of the runner.

use std::time::Duration;

use crate::{JobKind, Lease};
use kernel::Instant;

kernel::text_enum! {
    /// The result of an attempt, as metrics count it.
    pub(crate) enum Outcome {
        Completed = "completed",
        Again = "again",
        Failed = "failed",
        Disturbed = "disturbed",
        Lost = "lost",
        Stopped = "stopped",
        GivenUp = "given_up",
        Quarantined = "quarantined",
    }
}

impl Outcome {
    /// The attempt did what it was there for, or left it to others.
    pub(crate) const fn is_good(self) -> bool {
        matches!(self, Self::Completed | Self::Again | Self::Lost | Self::Stopped)
    }
}

pub(crate) fn begun(lease: &Lease, now: Instant) {
    let kind = lease.kind().name();
    let late_us = u64::try_from(now.microseconds_since(lease.due_at())).unwrap_or(0);
    metrics::histogram!("clientbank_jobs_wait_seconds", "kind" => kind)
        .record(Duration::from_micros(late_us));
    metrics::gauge!("clientbank_jobs_at_work", "kind" => kind).increment(1.0);
}

pub(crate) fn ended(kind: JobKind, outcome: Option<Outcome>, took: Duration) {
    let outcome = outcome.map_or("unsettled", Outcome::as_str);
    metrics::gauge!("clientbank_jobs_at_work", "kind" => kind.name()).decrement(1.0);
    metrics::counter!("clientbank_jobs_attempts_total", "kind" => kind.name(), "outcome" => outcome)
        .increment(1);
    metrics::histogram!("clientbank_jobs_attempt_duration_seconds", "kind" => kind.name()).record(took);
}

/// Counts attempts that their workers never settled.
pub(crate) fn died(kind: JobKind, deaths: u64) {
    if deaths > 0 {
        metrics::counter!("clientbank_jobs_attempts_total", "kind" => kind.name(), "outcome" => "died")
            .increment(deaths);
    }
}

/// Counts the jobs of this process's kinds that wait for an operator.
pub(crate) fn given_up(kinds: &[JobKind], given_up: &[(String, i64)]) {
    for kind in kinds {
        let count = given_up.iter().find(|(name, _)| name == kind.name()).map_or(0, |(_, count)| *count);
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        metrics::gauge!("clientbank_jobs_given_up", "kind" => kind.name()).set(f64::from(count));
    }
}
