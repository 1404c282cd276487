//! Settles an attempt: completes, repeats or gives up its job.

use kernel::Instant;
use store::{Result, Store, StoreError, Tx, params};

use crate::handler::AnyHandler;
use crate::metric::Outcome;
use crate::{DEATHS_MAX, JobError, Lease, Next};

store::queries! {
    /// Reads the numbers of leases and of failures since the job was enqueued or made progress.
    pub(crate) JOB_COUNTS = "select attempts, failures from jobs \
        where kind = $1 and job_key = $2 and fencing_token = $3";
    /// Gives a job back for a later moment, after an attempt that came to its own end.
    pub(crate) JOB_AGAIN = "update jobs set fencing_token = 0, leased_until_us = 0, run_at_us = $4, attempts = 0, \
        failures = 0, deaths = 0, failure = null where kind = $1 and job_key = $2 and fencing_token = $3";
    /// Gives a job back for a later moment, after one that did not.
    pub(crate) JOB_RETRY = "update jobs set fencing_token = 0, leased_until_us = 0, run_at_us = $4, failures = $5, \
        failure = $6 where kind = $1 and job_key = $2 and fencing_token = $3";
    pub(crate) JOB_RELEASE = "update jobs set fencing_token = 0, leased_until_us = 0 \
        where kind = $1 and job_key = $2 and fencing_token = $3";
    /// Leaves a job to the operators.
    pub(crate) JOB_GIVE_UP = "update jobs set fencing_token = 0, leased_until_us = 0, is_given_up = true, \
        failures = $4, failure = $5 where kind = $1 and job_key = $2 and fencing_token = $3";
}

/// Failed attempts without progress in between after which a job is given up. Outages of the database and deaths of
/// workers do not count.
pub const ATTEMPTS_MAX: u32 = 8;
/// The most characters of the reason that are kept.
pub const FAILURE_CHARACTERS_MAX: usize = 500;
/// The wait after an attempt that failed doubles from this, in seconds.
const PAUSE_FIRST_S: i64 = 1;
/// The longest wait after an attempt that failed, in seconds.
pub const PAUSE_MAX_S: i64 = 300;
/// The longest wait after an attempt that met an outage of the database or somebody else at its thing, in seconds. The
/// job is not to blame, and goes on soon after the database does.
pub const OUTAGE_PAUSE_MAX_S: i64 = 30;

/// An attempt that has ended and is not settled yet.
#[derive(Clone, Debug)]
pub(crate) enum Attempt {
    /// By its handler.
    Ran(Result<Next, JobError>),
    /// Not begun: the job is to be given up, for this reason.
    Quarantined(String),
}

pub(crate) async fn settle(
    store: &Store,
    handler: &AnyHandler,
    lease: &Lease,
    attempt: Attempt,
    now: Instant,
) -> Result<Outcome> {
    let error = match attempt {
        Attempt::Ran(Ok(Next::Completed)) => return Ok(Outcome::Completed),
        Attempt::Ran(Err(JobError::Lost)) => return Ok(Outcome::Lost),
        Attempt::Ran(Err(JobError::Stopped)) => {
            release(store, vec![lease.clone()]).await?;
            return Ok(Outcome::Stopped);
        }
        Attempt::Ran(Ok(Next::Again(at))) => return again(store, lease, at).await,
        Attempt::Ran(Err(error)) => error,
        Attempt::Quarantined(reason) => {
            return give_up(store, handler, lease, (reason, Outcome::Quarantined), now).await;
        }
    };
    let failure = shortened(&error.to_string());
    let is_disturbed = match &error {
        JobError::Store(error) => error.is_outage(),
        JobError::Changed => true,
        JobError::Lost | JobError::Stopped | JobError::Failed(_) => false,
    };
    match retry(store, lease, (failure.clone(), is_disturbed), now).await? {
        Retried::Later => {
            let (kind, key) = (lease.kind().name(), lease.key());
            tracing::warn!(job.kind = kind, job.key = key, "job {kind} {key} is tried again: {failure}");
            Ok(if is_disturbed { Outcome::Disturbed } else { Outcome::Failed })
        }
        Retried::Lost => Ok(Outcome::Lost),
        Retried::Never => give_up(store, handler, lease, (failure, Outcome::GivenUp), now).await,
    }
}

/// The fate of a job whose attempt failed.
enum Retried {
    Later,
    /// It has failed often enough.
    Never,
    Lost,
}

async fn again(store: &Store, lease: &Lease, at: Instant) -> Result<Outcome> {
    let own = lease.clone();
    let back =
        move |tx: &mut Tx| tx.execute(&JOB_AGAIN, params![own.kind().name(), own.key(), own.token(), at]);
    // A lease that was lost meanwhile leaves nothing to write.
    Ok(if store.write("jobs.again", back).await? == 1 { Outcome::Again } else { Outcome::Lost })
}

/// Gives the job back unless it has failed often enough.
async fn retry(
    store: &Store,
    lease: &Lease,
    (failure, is_disturbed): (String, bool),
    now: Instant,
) -> Result<Retried> {
    let lease = lease.clone();
    let back = move |tx: &mut Tx| {
        let (kind, key, token) = (lease.kind().name(), lease.key(), lease.token());
        let counts: Option<(u32, u32)> = tx.select_optional(&JOB_COUNTS, params![kind, key, token])?;
        let Some((attempts, before)) = counts else { return Ok(Retried::Lost) };
        let failures = before.saturating_add(u32::from(!is_disturbed));
        if failures >= ATTEMPTS_MAX {
            return Ok(Retried::Never);
        }
        let pause_max_s = if is_disturbed { OUTAGE_PAUSE_MAX_S } else { PAUSE_MAX_S };
        let run_at = now.plus_seconds(pause_s(attempts).min(pause_max_s));
        tx.execute(&JOB_RETRY, params![kind, key, token, run_at, failures, failure.as_str()])?;
        Ok::<_, StoreError>(Retried::Later)
    };
    store.write("jobs.retry", back).await
}

/// Ends the thing and leaves the job to the operators, in one unit. When the thing cannot be ended, the job is left
/// alone in a second unit.
async fn give_up(
    store: &Store,
    handler: &AnyHandler,
    lease: &Lease,
    (failure, outcome): (String, Outcome),
    now: Instant,
) -> Result<Outcome> {
    let (kind, key) = (lease.kind().name(), lease.key());
    tracing::error!(job.kind = kind, job.key = key, "job {kind} {key} is given up: {failure}");
    let (own, handler, reason) = (lease.clone(), handler.clone(), failure.clone());
    let end = move |tx: &mut Tx| {
        if !leave(tx, &own, &reason)? {
            return Ok(Outcome::Lost);
        }
        handler.give_up(tx, own.key(), &reason, now)?;
        Ok::<_, StoreError>(outcome)
    };
    let error = match store.write("jobs.give_up", end).await {
        Err(error) if !error.is_outage() => error,
        ended => return ended,
    };
    tracing::error!(job.kind = kind, job.key = key, "what job {kind} {key} is about has not ended: {error}");
    let (own, reason) =
        (lease.clone(), shortened(&format!("{failure}; what it is about has not ended: {error}")));
    let left = store.write("jobs.leave", move |tx| leave(tx, &own, &reason)).await?;
    Ok(if left { outcome } else { Outcome::Lost })
}

/// Marks the job as given up; whether it was still this worker's.
fn leave(tx: &mut Tx, lease: &Lease, failure: &str) -> Result<bool> {
    let (kind, key, token) = (lease.kind().name(), lease.key(), lease.token());
    let counts: Option<(u32, u32)> = tx.select_optional(&JOB_COUNTS, params![kind, key, token])?;
    let Some((_, before)) = counts else { return Ok(false) };
    let failures = before.saturating_add(u32::from(lease.deaths < DEATHS_MAX));
    Ok(tx.execute(&JOB_GIVE_UP, params![kind, key, token, failures, failure])? == 1)
}

/// Releases leases whose work goes on later or in other processes, so that their workers do not count as dead.
pub(crate) async fn release(store: &Store, leases: Vec<Lease>) -> Result<()> {
    let back = move |tx: &mut Tx| {
        for lease in &leases {
            tx.execute(&JOB_RELEASE, params![lease.kind().name(), lease.key(), lease.token()])?;
        }
        Ok::<_, StoreError>(())
    };
    store.write("jobs.release", back).await
}

/// Computes the seconds until the next attempt after this many.
pub(crate) fn pause_s(attempts: u32) -> i64 {
    let doubled = PAUSE_FIRST_S.saturating_mul(1 << attempts.saturating_sub(1).min(16));
    doubled.min(PAUSE_MAX_S)
}

fn shortened(failure: &str) -> String {
    failure.chars().filter(|letter| *letter != '\0').take(FAILURE_CHARACTERS_MAX).collect()
}
