//! The right to work at a job, for a while.

use std::sync::Arc;

use kernel::{Instant, Randomness};
use store::{Store, StoreError, Tx, params};

use crate::{JobError, JobKind};

store::queries! {
    /// What may be leased, the longest due first.
    pub(crate) JOBS_DUE = "select job_key, fencing_token, attempts, run_at_us from jobs where kind = $1 \
        and run_at_us <= $2 and leased_until_us <= $2 and not is_given_up order by run_at_us, job_key limit $3";
    /// Takes a lease, unless somebody was faster.
    pub(crate) JOB_LEASE = "update jobs set fencing_token = $4, leased_until_us = $5, attempts = attempts + 1 \
        where kind = $1 and job_key = $2 and fencing_token = $3 and leased_until_us <= $6 and not is_given_up";
    /// Renews a lease that is still held. It writes the row, so that of two units of work that meet one waits.
    pub(crate) JOB_CHECK = "update jobs set leased_until_us = $4 \
        where kind = $1 and job_key = $2 and fencing_token = $3";
    /// Ends a job.
    pub(crate) JOB_COMPLETE = "delete from jobs where kind = $1 and job_key = $2 and fencing_token = $3";
    /// Ends every lease.
    pub(crate) LEASES_END = "update jobs set fencing_token = 0, leased_until_us = 0 where fencing_token <> 0";
}

/// The most jobs that one unit of work leases.
pub const LEASED_AT_ONCE_MAX: usize = 16;

/// The right to work at one job. It ends when [`Lease::check`] has not renewed it for its duration and another worker
/// takes the job. A clone is the same right.
#[derive(Clone, Debug)]
pub struct Lease {
    kind: JobKind,
    key: Arc<str>,
    token: i64,
    attempt: u32,
    duration_us: i64,
    due_at: Instant,
}

impl Lease {
    /// What sort of work it is.
    #[must_use]
    pub const fn kind(&self) -> JobKind {
        self.kind
    }

    /// What the work is about.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Which attempt this is, from 1.
    #[must_use]
    pub const fn attempt(&self) -> u32 {
        self.attempt
    }

    /// From when on the job could have been begun.
    #[must_use]
    pub const fn due_at(&self) -> Instant {
        self.due_at
    }

    pub(crate) const fn token(&self) -> i64 {
        self.token
    }

    /// Proves that the job is still this worker's and renews the lease: the first thing in every unit of work that changes
    /// something. On PostgreSQL a unit that took the lease meanwhile makes this one start anew and find it lost.
    ///
    /// # Errors
    /// [`JobError::Lost`], with which the unit has to end; or the database's.
    pub fn check(&self, tx: &mut Tx, now: Instant) -> Result<(), JobError> {
        let until = self.until(now);
        held(tx.execute(&JOB_CHECK, params![self.kind.name(), &*self.key, self.token, until])?)
    }

    /// Takes the job out of the table, in the unit of work that does the last of it.
    ///
    /// # Errors
    /// Those of [`Lease::check`].
    pub fn complete(&self, tx: &mut Tx) -> Result<(), JobError> {
        held(tx.execute(&JOB_COMPLETE, params![self.kind.name(), &*self.key, self.token])?)
    }

    /// [`Lease::check`] in a unit of its own, for work between two units that takes long.
    ///
    /// # Errors
    /// Those of [`Lease::check`].
    pub async fn renew(&self, store: &Store, now: Instant) -> Result<(), JobError> {
        let lease = self.clone();
        store.write("jobs.renew", move |tx| lease.check(tx, now)).await
    }

    const fn until(&self, now: Instant) -> Instant {
        Instant::from_microseconds(now.microseconds().saturating_add(self.duration_us))
    }
}

const fn held(changed: u64) -> Result<(), JobError> {
    if changed == 1 { Ok(()) } else { Err(JobError::Lost) }
}

/// Leases up to `count` jobs of `kind` that are due, for `duration_us` microseconds each.
pub(crate) async fn take(
    store: &Store,
    kind: JobKind,
    now: Instant,
    duration_us: i64,
    count: usize,
    randomness: &dyn Randomness,
) -> Result<Vec<Lease>, StoreError> {
    let limit = i64::try_from(count.min(LEASED_AT_ONCE_MAX)).unwrap_or(i64::MAX);
    // Outside of a unit of work: to find nothing, which is the rule, costs a read.
    let rows = store.query(&JOBS_DUE, params![kind.name(), now, limit]).await?;
    let mut wanted = Vec::with_capacity(rows.len());
    for row in &rows {
        let attempts = u32::try_from(row.integer("attempts")?).unwrap_or(u32::MAX);
        let lease = Lease {
            kind,
            key: row.text("job_key")?.into(),
            token: token(randomness),
            attempt: attempts.saturating_add(1),
            duration_us,
            due_at: row.instant("run_at_us")?,
        };
        wanted.push((row.integer("fencing_token")?, lease));
    }
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    store.write("jobs.lease", move |tx| take_in(tx, &wanted, now)).await
}

fn take_in(tx: &mut Tx, wanted: &[(i64, Lease)], now: Instant) -> Result<Vec<Lease>, StoreError> {
    let mut taken = Vec::with_capacity(wanted.len());
    for (before, lease) in wanted {
        let (kind, key, until) = (lease.kind.name(), &*lease.key, lease.until(now));
        if tx.execute(&JOB_LEASE, params![kind, key, *before, lease.token, until, now])? == 1 {
            taken.push(lease.clone());
        }
    }
    Ok(taken)
}

/// A number above zero that no other lease has: the row of a job may be deleted and come again, so counting would not do.
fn token(randomness: &dyn Randomness) -> i64 {
    let mut bytes = [0; 8];
    randomness.fill(&mut bytes);
    (i64::from_be_bytes(bytes) & i64::MAX).max(1)
}

/// Ends the leases of a process that is gone, so that its jobs go on at once. Only for a process that knows that it is
/// alone with the database. Returns how many there were.
///
/// # Errors
/// The database's.
pub async fn end_all_leases(store: &Store) -> Result<u64, StoreError> {
    store.write("jobs.end_all_leases", |tx| tx.execute(&LEASES_END, params![])).await
}
