//! The right to work at a job, for a while.

use std::sync::Arc;
use std::time::Duration;

use kernel::{Clock, Instant};
use spans::TraceContext;
use store::{Query, Store, StoreError, Tx, params, text};
use tokio::pin;
use tokio::time::{MissedTickBehavior, interval_at};

use crate::JobKind;
use crate::error::JobError;

store::queries! {
    /// Renews a lease that is still held. It writes the row, so that one of two units of work at the same job waits.
    /// None of a job that a switch stops, nor while the database stands still.
    pub(crate) JOB_CHECK = text!("update jobs set leased_until_us = $4 \
        where kind = $1 and job_key = $2 and fencing_token = $3 and not ", STOPPED);
    pub(crate) JOB_PROGRESS = text!("update jobs set leased_until_us = $4, attempts = 0, failures = 0, deaths = 0 \
        where kind = $1 and job_key = $2 and fencing_token = $3 and not ", STOPPED);
    pub(crate) JOB_STOP = "select name from switches where is_on and ((subject = '' and name in ($1, $2)) \
        or (subject = $3 and name = $4)) limit 1";
    pub(crate) JOB_COMPLETE = "delete from jobs where kind = $1 and job_key = $2 and fencing_token = $3";
    /// Ends every lease. The next worker of a job sees by its token that the worker before has died.
    pub(crate) LEASES_END = "update jobs set leased_until_us = 0 where fencing_token <> 0";
}

/// The condition that the database stands still, which may not have seen a lease of the same moment, or that one of
/// three switches stops the job of the key `$2`: that of everything, of all jobs of the kind, of this one.
const STOPPED: &str = "(exists (select 1 from standstill where alone = 1) \
    or exists (select 1 from switches where is_on and ((subject = '' and name in ($5, $6)) \
    or (subject = $2 and name = $7))))";

type Stops = [&'static str; 3];
/// No switch is asked.
const NO_STOPS: Stops = [""; 3];

/// Renewals of a lease in its duration while [`Lease::keep`] waits: one or two of them may fail.
const RENEWALS: u32 = 3;
/// The shortest time between two of them.
const RENEWAL_PAUSE_MIN: Duration = Duration::from_millis(1);

/// The right to work at one job. It ends when [`Lease::check`] has not renewed it for its duration and another worker
/// takes the job. A clone is the same right.
#[derive(Clone, Debug)]
pub struct Lease {
    pub(crate) kind: JobKind,
    pub(crate) key: Arc<str>,
    pub(crate) token: i64,
    pub(crate) duration: Duration,
    pub(crate) due_at: Instant,
    /// Deaths of workers without progress in between; from [`DEATHS_MAX`](crate::DEATHS_MAX) on the job's thing is
    /// brought to an end instead of being worked at.
    pub(crate) deaths: u32,
    /// The step of a trace that left the job to be done.
    pub(crate) trace: Option<TraceContext>,
}

impl Lease {
    pub const fn kind(&self) -> JobKind {
        self.kind
    }

    pub fn key(&self) -> &str {
        &self.key
    }

    /// From when on the job could have been begun.
    pub const fn due_at(&self) -> Instant {
        self.due_at
    }

    pub(crate) const fn token(&self) -> i64 {
        self.token
    }

    /// Proves that the job is still this worker's and renews the lease: the first statement of every unit of work
    /// that changes something. On PostgreSQL it waits for a unit that takes the lease meanwhile, and finds it lost.
    ///
    /// # Errors
    /// [`JobError::Lost`] and [`JobError::Stopped`], with which the unit has to end; or the database's.
    pub fn check(&self, tx: &mut Tx, now: Instant) -> Result<(), JobError> {
        self.check_by(tx, (&JOB_CHECK, self.stops()), now)
    }

    /// Ends a unit that only reads, before something is done outside, while a switch stops the job.
    pub fn check_switches(&self, tx: &mut Tx) -> Result<(), JobError> {
        let [everything, all, one] = self.stops();
        let stop = tx.query_optional(&JOB_STOP, params![everything, all, &*self.key, one])?;
        if stop.is_some() { Err(JobError::Stopped) } else { Ok(()) }
    }

    /// As [`Lease::check`], in a unit that brings the job nearer to its end: failures and deaths are counted from
    /// zero again. Only for steps that a job takes a bounded number of times, or a poisonous job would never be given
    /// up.
    pub fn progress(&self, tx: &mut Tx, now: Instant) -> Result<(), JobError> {
        self.check_by(tx, (&JOB_PROGRESS, self.stops()), now)
    }

    /// As [`Lease::progress`], whatever the switches say: for a unit that writes down what was done outside.
    pub fn note(&self, tx: &mut Tx, now: Instant) -> Result<(), JobError> {
        self.check_by(tx, (&JOB_PROGRESS, NO_STOPS), now)
    }

    /// Takes the job out of the table, in the unit of work that does the last of it.
    pub fn complete(&self, tx: &mut Tx) -> Result<(), JobError> {
        let changed = tx.execute(&JOB_COMPLETE, params![self.kind.name(), &*self.key, self.token])?;
        if changed == 1 { Ok(()) } else { Err(JobError::Lost) }
    }

    /// [`Lease::check`] in a unit of its own, for work between two units that takes long. A switch does not end what
    /// has begun outside.
    pub async fn renew(&self, store: &Store, now: Instant) -> Result<(), JobError> {
        let lease = self.clone();
        store.write("jobs.renew", move |tx| lease.check_by(tx, (&JOB_CHECK, NO_STOPS), now)).await
    }

    /// Waits for `work`, which is done outside of the database and has a limit of its own, and renews the lease
    /// meanwhile.
    ///
    /// # Errors
    /// [`JobError::Lost`]: the work is dropped. A renewal that the database is not able to write is left to the next
    /// one.
    pub async fn keep<T>(
        &self,
        store: &Store,
        clock: &dyn Clock,
        work: impl Future<Output = T>,
    ) -> Result<T, JobError> {
        let pause = (self.duration / RENEWALS).max(RENEWAL_PAUSE_MIN);
        // The first comes after a pause: whoever waits has leased or renewed just now, and most work is done sooner.
        let mut renewals = interval_at(tokio::time::Instant::now() + pause, pause);
        renewals.set_missed_tick_behavior(MissedTickBehavior::Delay);
        pin!(work);
        let renew = async {
            loop {
                renewals.tick().await;
                match self.renew(store, clock.now()).await {
                    Ok(()) => {}
                    Err(JobError::Store(error)) if error.is_outage() => {
                        tracing::warn!("the lease of a job cannot be renewed: {error}");
                    }
                    Err(error) => return error,
                }
            }
        };
        tokio::select! {
            biased;
            done = &mut work => Ok(done),
            lost = renew => Err(lost),
        }
    }

    fn check_by(
        &self,
        tx: &mut Tx,
        (query, [everything, all, one]): (&'static Query, Stops),
        now: Instant,
    ) -> Result<(), JobError> {
        let (kind, until) = (self.kind.name(), self.until(now));
        if tx.execute(query, params![kind, &*self.key, self.token, until, everything, all, one])? == 1 {
            return Ok(());
        }
        self.check_switches(tx).and(Err(JobError::Lost))
    }

    const fn stops(&self) -> Stops {
        let [all, one] = self.kind.stopped_by;
        [switches::READ_ONLY.name, all, one]
    }

    pub(crate) fn until(&self, now: Instant) -> Instant {
        let duration_us = i64::try_from(self.duration.as_micros()).unwrap_or(i64::MAX);
        Instant::from_microseconds(now.microseconds().saturating_add(duration_us))
    }
}

/// Ends the leases of a dead process, so that its jobs go on at once. Only for a process that is alone with the
/// database. Returns their number.
pub async fn end_all_leases(store: &Store) -> Result<u64, StoreError> {
    store.write("jobs.end_all_leases", |tx| tx.execute(&LEASES_END, params![])).await
}
