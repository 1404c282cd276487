//! Leases due jobs, and finds the jobs of dead workers.
//!
//! A row whose lease has ended while it still has a fencing token was left by a worker that never settled its
//! attempt: the process was killed, or stopped for longer than the lease. That is a death. It is no failure of the
//! job, and says little about it; but a job that kills its worker again and again has to end as well:
//!
//! | Deaths without progress | The job |
//! |---|---|
//! | 1 | goes on at once |
//! | 2 to [`DEATHS_MAX`] - 1 | waits for a growing time, so that what died beside it ends first |
//! | [`DEATHS_MAX`] | is quarantined: its thing is brought to an end, and it is given up |
//! | [`DEATHS_MAX`] + [`ENDINGS_MAX`] | is given up as it is, because bringing the thing to an end kills too |
//!
//! From the second death on a job is a suspect. A process is at one suspect at a time, so that two that died together
//! do not die together again: one of them may be innocent.

use std::collections::BTreeMap;
use std::time::Duration;

use kernel::{Instant, Randomness};
use spans::TraceContext;
use store::{Result, Row, Store, Tx, params};

use crate::settle::pause_s;
use crate::{JobKind, Lease, metric};

store::queries! {
    /// Lists the jobs that may be leased, the longest due first; none while the database stands still, nor any that a
    /// switch stops.
    pub(crate) JOBS_DUE = "select job_key, fencing_token, deaths, run_at_us, trace from jobs where kind = $1 \
        and run_at_us <= $2 and leased_until_us <= $2 and not is_given_up \
        and not exists (select 1 from standstill where alone = 1) \
        and not exists (select 1 from switches s where s.is_on and s.subject = '' and s.name in ('read_only', $4)) \
        and not exists (select 1 from switches s where s.is_on and s.subject = jobs.job_key and s.name = $5) \
        order by run_at_us, job_key limit $3";
    /// Takes a lease, unless somebody was faster, or the database stands still by now.
    pub(crate) JOB_LEASE = "update jobs set fencing_token = $4, leased_until_us = $5, attempts = attempts + 1, \
        deaths = $7 where kind = $1 and job_key = $2 and fencing_token = $3 and leased_until_us <= $6 \
        and not is_given_up and not exists (select 1 from standstill where alone = 1)";
    /// Writes a death down, and lets the job wait.
    pub(crate) JOB_REST = "update jobs set fencing_token = 0, leased_until_us = 0, run_at_us = $5, deaths = $6, \
        failure = $7 where kind = $1 and job_key = $2 and fencing_token = $3 and leased_until_us <= $4 \
        and not is_given_up";
    /// Leaves a job to the operators as it is.
    pub(crate) JOB_LEAVE = "update jobs set fencing_token = 0, leased_until_us = 0, is_given_up = true, deaths = $5, \
        failure = $6 where kind = $1 and job_key = $2 and fencing_token = $3 and leased_until_us <= $4 and not \
        is_given_up";
}

/// The most jobs that one unit of work leases.
pub const LEASED_AT_ONCE_MAX: usize = 16;
/// Deaths without progress in between after which a job is quarantined.
pub const DEATHS_MAX: u32 = 10;
/// The deaths of workers that are allowed while they end the thing of a quarantined job.
pub const ENDINGS_MAX: u32 = 3;

/// A look for due jobs of one kind.
pub(crate) struct Taking<'a> {
    pub(crate) kind: JobKind,
    pub(crate) now: Instant,
    pub(crate) duration: Duration,
    pub(crate) count: usize,
    /// The attempts that this process has not settled yet, by token: their worker is alive even after its lease has
    /// ended.
    pub(crate) at_work: BTreeMap<i64, Lease>,
    pub(crate) randomness: &'a dyn Randomness,
}

/// The result of a look at the table.
#[derive(Debug, Default)]
pub(crate) struct Taken {
    pub(crate) leases: Vec<Lease>,
    /// The number of jobs that were put off or given up after a death.
    pub(crate) put_off: usize,
    /// The number of jobs that somebody else took meanwhile.
    pub(crate) missed: usize,
}

/// The fate of a row that is due.
enum Fate {
    Leased(Lease),
    /// It died again, and waits until this moment.
    Rests(Instant),
    /// It cannot even be ended.
    GivenUp,
}

struct Due {
    key: String,
    token: i64,
    /// Those of now included.
    deaths: u32,
    has_died: bool,
    fate: Fate,
}

impl Taking<'_> {
    /// Leases due jobs, and settles deaths on the way.
    pub(crate) async fn take(self, store: &Store) -> Result<Taken> {
        let (kind, now) = (self.kind, self.now);
        let count = self.count.min(LEASED_AT_ONCE_MAX);
        // Those of this process may stand first.
        let limit = i64::try_from(count.saturating_add(self.at_work.len())).unwrap_or(i64::MAX);
        // Outside of a unit of work: to find nothing, which is the rule, costs a read.
        let [all, one] = kind.stopped_by;
        let rows = store.query(&JOBS_DUE, params![kind.name(), now, limit, all, one]).await?;
        let mut has_suspect = self.at_work.values().any(|lease| is_suspect(lease.deaths));
        let due = rows.iter().filter_map(|row| self.due(row, &mut has_suspect).transpose()).take(count);
        let due: Vec<Due> = due.collect::<Result<_>>()?;
        if due.is_empty() {
            return Ok(Taken::default());
        }
        // Every row is changed only while its token and its lease are those that were read.
        let (taken, deaths) =
            store.write_guarded("jobs.lease", move |tx| take_in(tx, kind, &due, now)).await?;
        metric::died(kind, deaths);
        Ok(taken)
    }

    /// Decides about a row; nothing when this process is still at it.
    fn due(&self, row: &Row, has_suspect: &mut bool) -> Result<Option<Due>> {
        type Columns<'row> = (&'row str, i64, (i64, Instant, Option<&'row str>));
        let (key, token, (before, due_at, trace)): Columns<'_> = row.read()?;
        if self.at_work.contains_key(&token) {
            return Ok(None);
        }
        let has_died = token != 0;
        let before = u32::try_from(before).unwrap_or(u32::MAX);
        let deaths = before.saturating_add(u32::from(has_died));
        let (key, trace) = (key.to_owned(), trace.and_then(TraceContext::kept));
        let rests = is_suspect(deaths) && (*has_suspect || has_died && deaths < DEATHS_MAX);
        let fate = if deaths >= DEATHS_MAX + ENDINGS_MAX {
            Fate::GivenUp
        } else if rests {
            Fate::Rests(self.rest_after(deaths))
        } else {
            *has_suspect |= is_suspect(deaths);
            let (kind, duration, token) = (self.kind, self.duration, fencing_token(self.randomness));
            Fate::Leased(Lease { kind, key: key.as_str().into(), token, duration, due_at, deaths, trace })
        };
        Ok(Some(Due { key, token, deaths, has_died, fate }))
    }

    /// Computes the rest of a suspect: it grows with the deaths, and differs between jobs that died together.
    fn rest_after(&self, deaths: u32) -> Instant {
        let until = self.now.plus_seconds(pause_s(deaths.saturating_sub(1)));
        let pause_us = until.microseconds_since(self.now).max(1);
        let spread_us = fencing_token(self.randomness) % pause_us;
        Instant::from_microseconds(until.microseconds().saturating_add(spread_us))
    }
}

/// Tells whether a job of so many deaths may be what kills.
const fn is_suspect(deaths: u32) -> bool {
    deaths >= 2
}

/// Writes the decisions; returns the leases and the number of deaths.
fn take_in(tx: &mut Tx, kind: JobKind, due: &[Due], now: Instant) -> Result<(Taken, u64)> {
    let (mut taken, mut deaths) = (Taken::default(), 0);
    for job in due {
        let (name, key) = (kind.name(), job.key.as_str());
        let changed = match &job.fate {
            Fate::Leased(lease) => {
                let values = params![name, key, job.token, lease.token, lease.until(now), now, job.deaths];
                tx.execute(&JOB_LEASE, values)?
            }
            Fate::Rests(until) => {
                let failure = format!("its worker died {} times", job.deaths);
                let values = params![name, key, job.token, now, *until, job.deaths, failure];
                tx.execute(&JOB_REST, values)?
            }
            Fate::GivenUp => {
                let failure = quarantine_reason(job.deaths);
                tracing::error!(job.kind = name, job.key = key, "job {name} {key} is given up: {failure}");
                tx.execute(&JOB_LEAVE, params![name, key, job.token, now, job.deaths, failure])?
            }
        };
        if changed != 1 {
            taken.missed += 1;
            continue;
        }
        deaths += u64::from(job.has_died);
        match &job.fate {
            Fate::Leased(lease) => taken.leases.push(lease.clone()),
            Fate::Rests(_) | Fate::GivenUp => taken.put_off += 1,
        }
    }
    Ok((taken, deaths))
}

pub(crate) fn quarantine_reason(deaths: u32) -> String {
    format!("quarantined: its worker died {deaths} times without progress")
}

/// A number above zero that no other lease has: the row of a job may be deleted and come again, so counting would not
/// do.
fn fencing_token(randomness: &dyn Randomness) -> i64 {
    let mut bytes = [0; 8];
    randomness.fill(&mut bytes);
    (i64::from_be_bytes(bytes) & i64::MAX).max(1)
}
