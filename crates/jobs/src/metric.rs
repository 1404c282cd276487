//! What the runner tells the metrics page.

use std::time::Duration;

use crate::{JobKind, Lease};
use kernel::Instant;

/// How an attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Completed,
    Again,
    Failed,
    Disturbed,
    Lost,
    GivenUp,
}

impl Outcome {
    const fn name(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::Again => "again",
            Self::Failed => "failed",
            Self::Disturbed => "disturbed",
            Self::Lost => "lost",
            Self::GivenUp => "given_up",
        }
    }
}

pub(crate) fn begun(lease: &Lease, now: Instant) {
    let kind = lease.kind().name();
    let late_us = u64::try_from(now.microseconds_since(lease.due_at())).unwrap_or(0);
    metrics::histogram!("jobs_wait_seconds", "kind" => kind).record(Duration::from_micros(late_us));
    metrics::gauge!("jobs_at_work", "kind" => kind).increment(1.0);
}

pub(crate) fn ended(kind: JobKind, outcome: Option<Outcome>, took: Duration) {
    let outcome = outcome.map_or("unsettled", Outcome::name);
    metrics::gauge!("jobs_at_work", "kind" => kind.name()).decrement(1.0);
    metrics::counter!("jobs_attempts_total", "kind" => kind.name(), "outcome" => outcome).increment(1);
    metrics::histogram!("jobs_attempt_duration_seconds", "kind" => kind.name()).record(took);
}
