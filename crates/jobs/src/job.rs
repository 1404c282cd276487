//! Jobs as those who need them see them.

use kernel::Instant;
use store::{Query, Result, Selected as _, Store, StoreError, Tx, params};
use switches::Switch;

store::selected! {
    Waiting {
        kind, jobs: "count(1) as jobs",
        given_up: "cast(sum(case when is_given_up then 1 else 0 end) as bigint) as given_up",
        oldest_due: "min(case when not is_given_up then run_at_us end) as oldest_due_us",
    }
    GivenUp { kind, key: "job_key", failures, deaths, reason: "coalesce(failure, '') as failure" }
}

store::queries! {
    /// Adds a job. An existing one is taken from its worker and begins anew.
    pub(crate) JOB_PUT = "insert into jobs (kind, job_key, run_at_us, trace) values ($1, $2, $3, $4) \
        on conflict (kind, job_key) do update set run_at_us = excluded.run_at_us, fencing_token = 0, \
        leased_until_us = 0, attempts = 0, failures = 0, deaths = 0, is_given_up = false, failure = null, \
        trace = excluded.trace";
    /// The next moment after `$2` at which a job of a kind is due.
    pub(crate) JOB_NEXT = "select run_at_us from jobs where kind = $1 and run_at_us > $2 and not is_given_up \
        order by run_at_us limit 1";
    /// The first end of a lease after `$2` at a job of a kind that is due.
    pub(crate) JOB_LEASED = "select min(leased_until_us) as until_us from jobs where kind = $1 and run_at_us <= $2 \
        and leased_until_us > $2 and not is_given_up";
    /// Adds a job, or has one that waits done sooner. Its worker keeps the lease.
    pub(crate) JOB_CALL = "insert into jobs (kind, job_key, run_at_us, trace) values ($1, $2, $3, $4) \
        on conflict (kind, job_key) do update set run_at_us = \
        case when excluded.run_at_us < jobs.run_at_us then excluded.run_at_us else jobs.run_at_us end";
    pub(crate) JOB_TAKE_AWAY = "delete from jobs where kind = $1 and job_key = $2";
    pub(crate) JOBS_WAITING = store::text!("select ", Waiting::LIST, " from jobs group by kind order by kind");
    /// Counts the jobs of each kind that were given up; by an index that holds them alone.
    pub(crate) JOBS_GIVEN_UP_COUNT = "select kind, count(1) as jobs from jobs where is_given_up group by kind";
    pub(crate) JOBS_GIVEN_UP = store::text!("select ", GivenUp::LIST, " from jobs where is_given_up \
        order by kind, job_key limit $1");
    pub(crate) JOBS_GIVEN_UP_OF = "select job_key from jobs where is_given_up and kind = $1 order by job_key limit $2";
    pub(crate) JOB_REVIVE = "update jobs set run_at_us = $3, attempts = 0, failures = 0, deaths = 0, \
        is_given_up = false where kind = $1 and job_key = $2 and is_given_up";
}

pub const KEY_BYTES_MAX: usize = 128;

/// The kind of a job, such as `payroll.execute`. An area declares its kinds as constants in one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobKind {
    name: &'static str,
    key: &'static str,
    does: &'static str,
    /// The switch that stops every job of the kind, and the one that stops a single job by its key; empty for none.
    pub(crate) stopped_by: [&'static str; 2],
    is_of_many: bool,
}

impl JobKind {
    /// Makes a kind of this name: the area, a full stop, a verb. `key` says in a word what a job is named by, `does`
    /// in a sentence what it does; operators read both.
    pub const fn new(name: &'static str, key: &'static str, does: &'static str) -> Self {
        Self { name, key, does, stopped_by: ["", ""], is_of_many: false }
    }

    /// Has the jobs wait while the switch is on: all of them, or that of the thing for which it is set.
    pub const fn stopped_by(self, switch: &Switch) -> Self {
        let [all, one] = self.stopped_by;
        let stopped_by = if switch.subject.is_none() { [switch.name, one] } else { [all, switch.name] };
        Self { stopped_by, ..self }
    }

    /// Has each attempt be a trace of its own: the jobs never end for good and do the work of many requests.
    pub const fn of_many(self) -> Self {
        Self { is_of_many: true, ..self }
    }

    /// Returns the step of a trace that a job carries which is left in this unit of work.
    fn trace(self, tx: &Tx) -> Option<String> {
        if self.is_of_many { None } else { tx.trace() }
    }

    /// Returns the name, as the table and the metrics have it.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Names the thing that the key of a job belongs to, such as `statement`.
    pub const fn key(self) -> &'static str {
        self.key
    }

    pub const fn does(self) -> &'static str {
        self.does
    }
}

/// Adds a job in the unit of work that stores its thing; it runs from `run_at` on. An existing job of this kind and
/// key is replaced: its worker loses the lease, and the work begins anew from the state that is stored now.
///
/// # Errors
/// The key is empty or longer than [`KEY_BYTES_MAX`], or the database failed.
pub fn enqueue(tx: &mut Tx, kind: JobKind, key: &str, run_at: Instant) -> Result<()> {
    check_key(&JOB_PUT, key)?;
    let trace = kind.trace(tx);
    tx.execute_one(&JOB_PUT, params![kind.name(), key, run_at, trace])
}

/// Adds a job that works off whatever it finds, in the unit of work that adds to it; it runs from `run_at` on. An
/// existing job keeps its worker, and one that waits for a later moment runs at `run_at`. The worker has to end the job
/// in a unit of [`Store::write`] that looks whether something is left: the row of the job is written here in any case,
/// so that one of two such units starts anew.
pub fn call(tx: &mut Tx, kind: JobKind, key: &str, run_at: Instant) -> Result<()> {
    check_key(&JOB_CALL, key)?;
    let trace = kind.trace(tx);
    tx.execute_one(&JOB_CALL, params![kind.name(), key, run_at, trace])
}

fn check_key(query: &'static Query, key: &str) -> Result<()> {
    if key.is_empty() || key.len() > KEY_BYTES_MAX {
        let reason = format!("the key of a job has 1 to {KEY_BYTES_MAX} bytes");
        return Err(StoreError::Parameter { query: query.name(), number: 2, reason });
    }
    Ok(())
}

/// Takes a job away, from a worker that is at it too. Returns whether there was one.
pub fn cancel(tx: &mut Tx, kind: JobKind, key: &str) -> Result<bool> {
    Ok(tx.execute(&JOB_TAKE_AWAY, params![kind.name(), key])? == 1)
}

/// Finds the first moment after `after` at which a job of one of `kinds` is due.
pub async fn next_due(
    store: &Store,
    kinds: impl Iterator<Item = JobKind>,
    after: Instant,
) -> Result<Option<Instant>> {
    first_of(store, &JOB_NEXT, kinds, after).await
}

/// Finds the first moment after `now` at which a lease ends at a job of one of `kinds` that is due by then: the moment
/// from which another worker may take it over.
pub async fn leased_until(
    store: &Store,
    kinds: impl Iterator<Item = JobKind>,
    now: Instant,
) -> Result<Option<Instant>> {
    first_of(store, &JOB_LEASED, kinds, now).await
}

async fn first_of(
    store: &Store,
    query: &'static Query,
    kinds: impl Iterator<Item = JobKind>,
    after: Instant,
) -> Result<Option<Instant>> {
    let mut first: Option<Instant> = None;
    for kind in kinds {
        let found: Option<Option<Instant>> =
            store.select_optional(query, params![kind.name(), after]).await?;
        first = first.into_iter().chain(found.flatten()).min();
    }
    Ok(first)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    pub kind: String,
    /// All jobs: waiting for their moment, at work, given up.
    pub jobs: i64,
    pub given_up: i64,
    /// The moment at which the oldest of the others was due, or will be.
    pub oldest_due: Option<Instant>,
}

pub async fn waiting(store: &Store) -> Result<Vec<Waiting>> {
    store.select(&JOBS_WAITING, params![]).await
}

/// Counts the jobs that were given up, by the name of their kind.
pub(crate) async fn given_up_counts(store: &Store) -> Result<Vec<(String, i64)>> {
    store.select(&JOBS_GIVEN_UP_COUNT, params![]).await
}

/// The most jobs that [`given_up`] tells of.
pub const GIVEN_UP_MAX: i64 = 1_000;

/// A job without a worker until an operator revives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenUp {
    pub kind: String,
    pub key: String,
    /// Failed attempts since it made progress.
    pub failures: i64,
    /// Workers that died since it made progress. As many as [`DEATHS_MAX`](crate::DEATHS_MAX): it is quarantined.
    pub deaths: i64,
    /// The reason of the last failure, or of the quarantine.
    pub reason: String,
}

/// The jobs that were given up, by kind and key, [`GIVEN_UP_MAX`] at most.
pub async fn given_up(store: &Store) -> Result<Vec<GivenUp>> {
    store.select(&JOBS_GIVEN_UP, params![GIVEN_UP_MAX]).await
}

/// The keys of the jobs of one kind that were given up, [`GIVEN_UP_MAX`] at most.
pub async fn given_up_of(store: &Store, kind: JobKind) -> Result<Vec<String>> {
    store.select(&JOBS_GIVEN_UP_OF, params![kind.name(), GIVEN_UP_MAX]).await
}

/// Has a job that was given up done again, from `now` on and with every count at zero. Returns whether there was such
/// a job.
pub fn revive(tx: &mut Tx, kind: &str, key: &str, now: Instant) -> Result<bool> {
    Ok(tx.execute(&JOB_REVIVE, params![kind, key, now])? == 1)
}
