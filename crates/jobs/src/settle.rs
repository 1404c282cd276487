//! What becomes of a job after an attempt.

use kernel::Instant;
use store::{Store, StoreError, Tx, params};

use crate::metric::Outcome;
use crate::runner::AnyHandler;
use crate::{JobError, Lease, Next};

store::queries! {
    /// Gives a job back for a later moment.
    pub(crate) JOB_AGAIN = "update jobs set fencing_token = 0, leased_until_us = 0, run_at_us = $4, attempts = $5, \
        failure = $6 where kind = $1 and job_key = $2 and fencing_token = $3";
    /// Leaves a job to the operators.
    pub(crate) JOB_GIVE_UP = "update jobs set fencing_token = 0, leased_until_us = 0, is_given_up = true, failure = $4 \
        where kind = $1 and job_key = $2 and fencing_token = $3";
}

/// Attempts after which a job is given up. A worker that dies at a job has used one up.
pub const ATTEMPTS_MAX: u32 = 8;
/// The most characters of the reason that are kept.
pub const FAILURE_CHARACTERS_MAX: usize = 500;
/// The wait after a failure doubles from the first to the second of these, in seconds.
const PAUSE_FIRST_S: i64 = 1;
const PAUSE_MAX_S: i64 = 300;

/// Writes down what the attempt came to.
pub(crate) async fn settle(
    store: &Store,
    handler: &AnyHandler,
    lease: &Lease,
    attempt: Result<Next, JobError>,
    now: Instant,
) -> Result<Outcome, StoreError> {
    let (run_at, attempts, failure, outcome) = match attempt {
        Ok(Next::Completed) => return Ok(Outcome::Completed),
        Err(JobError::Lost) => return Ok(Outcome::Lost),
        Ok(Next::Again(at)) => (at, 0, None, Outcome::Again),
        Err(JobError::Store(error)) if error.is_temporary() => {
            let before = lease.attempt().saturating_sub(1);
            (pause_after(before, now), before, Some(error.to_string()), Outcome::Disturbed)
        }
        Err(error) if lease.attempt() >= ATTEMPTS_MAX => {
            return give_up(store, handler, lease, shortened(&error.to_string()), now).await;
        }
        Err(error) => {
            let attempts = lease.attempt();
            (pause_after(attempts, now), attempts, Some(error.to_string()), Outcome::Failed)
        }
    };
    let failure = failure.map(|failure| shortened(&failure));
    if let Some(failure) = &failure {
        let (kind, key) = (lease.kind().name(), lease.key());
        tracing::warn!(job.kind = kind, job.key = key, "job {kind} {key} is tried again: {failure}");
    }
    let lease = lease.clone();
    let back = move |tx: &mut Tx| {
        let (kind, key, token) = (lease.kind().name(), lease.key(), lease.token());
        tx.execute(&JOB_AGAIN, params![kind, key, token, run_at, attempts, failure.as_deref()])
    };
    // A lease that was lost meanwhile leaves nothing to write.
    Ok(if store.write("jobs.again", back).await? == 1 { outcome } else { Outcome::Lost })
}

async fn give_up(
    store: &Store,
    handler: &AnyHandler,
    lease: &Lease,
    failure: String,
    now: Instant,
) -> Result<Outcome, StoreError> {
    let (kind, key) = (lease.kind().name(), lease.key());
    tracing::error!(job.kind = kind, job.key = key, "job {kind} {key} is given up: {failure}");
    let (lease, handler) = (lease.clone(), handler.clone());
    let end = move |tx: &mut Tx| {
        let (kind, key, token) = (lease.kind().name(), lease.key(), lease.token());
        if tx.execute(&JOB_GIVE_UP, params![kind, key, token, failure.as_str()])? != 1 {
            return Ok(Outcome::Lost);
        }
        handler.give_up(tx, key, &failure, now)?;
        Ok(Outcome::GivenUp)
    };
    store.write("jobs.give_up", end).await
}

/// When to try again after this many failures.
pub(crate) fn pause_after(failures: u32, now: Instant) -> Instant {
    let doubled = PAUSE_FIRST_S.saturating_mul(1 << failures.saturating_sub(1).min(16));
    now.plus_seconds(doubled.min(PAUSE_MAX_S))
}

fn shortened(failure: &str) -> String {
    failure.chars().filter(|letter| *letter != '\0').take(FAILURE_CHARACTERS_MAX).collect()
}
