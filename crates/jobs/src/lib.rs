//! Work that outlives a request: jobs in the same database as the things they work at.
//!
//! An area [`enqueue`]s a job in the unit of work that stores the thing, so that there is never one without the other.
//! A [`Runner`] in each process leases what is due: a lease ends by itself when its worker is gone, and its fencing token
//! is compared by every unit of work of the worker ([`Lease::check`]). A worker that was paused for longer than its lease
//! and wakes up therefore changes nothing, whatever the clocks of the machines say.
//!
//! A job is named by its kind and a key. Its work has to be safe to begin again: what was done is seen in the tables of
//! the area, not in the job. To add a kind, implement [`Handler`] and hand it to [`Runner::with`].

mod handler;
mod job;
mod lease;
mod metric;
mod runner;
mod settle;
mod wake;

pub use handler::{Handler, JobError, Next};
pub use job::{JobKind, KEY_BYTES_MAX, Waiting, cancel, enqueue, waiting};
pub use lease::{LEASED_AT_ONCE_MAX, Lease, end_all_leases};
pub use runner::{Runner, RunnerSettings};
pub use settle::{ATTEMPTS_MAX, FAILURE_CHARACTERS_MAX};
pub use wake::Wake;

use store::{Migration, MigrationTree, Query};

/// The table of jobs.
pub static MIGRATIONS: MigrationTree = MigrationTree {
    area: "jobs",
    migrations: &[Migration {
        version: 1,
        note: "jobs with leases and fencing tokens",
        sql: include_str!("../migrations/0001_jobs.sql"),
    }],
};

/// Every text of the crate, for the test that prepares them on both engines.
pub static QUERIES: &[&Query] = &[
    &job::JOB_PUT,
    &job::JOB_TAKE_AWAY,
    &job::JOBS_WAITING,
    &lease::JOBS_DUE,
    &lease::JOB_LEASE,
    &lease::JOB_CHECK,
    &lease::JOB_COMPLETE,
    &lease::LEASES_END,
    &settle::JOB_AGAIN,
    &settle::JOB_GIVE_UP,
];
