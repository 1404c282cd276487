//! Work that outlives a request: jobs in the same database as the things they work at.
//!
//! An area [`enqueue`]s a job in the unit of work that stores the thing, so that there is never one without the
//! other. A [`Runner`] in each process leases what is due: a lease ends by itself when its worker is gone, and its
//! fencing token is compared by every unit of work of the worker ([`Lease::check`]). A worker that was paused for
//! longer than its lease and wakes up therefore changes nothing, whatever the clocks of the machines say.
//!
//! Three things end an attempt early, and they are not alike. A **failure** is the job's: after [`ATTEMPTS_MAX`] of
//! them it is given up. An **outage** of the store (no connection, a full disk) is not counted at all; the job waits
//! for a growing time. A **death** of the process is counted apart: after [`DEATHS_MAX`] without progress in between
//! the job is quarantined, so that one poisonous job cannot keep a fleet crashing. [`Lease::progress`] starts both
//! counts anew.
//!
//! A job that a [switch](switches) stops is not leased, and every unit of its worker finds the switch
//! ([`Lease::check`]).
//!
//! A job is named by its kind and a key. Its work has to be safe to begin again: what was done is seen in the tables of
//! the area, not in the job. To add a kind, implement [`Handler`] and add its
//! [`Worker`] to those of its area.

mod alone;
mod error;
mod handler;
mod job;
mod lease;
mod metric;
mod runner;
mod settle;
mod standstill;
mod take;
mod wake;

pub use alone::{ALONE_WAIT_MAX, Alone, StillAtWork};
pub use error::JobError;
pub use handler::{Handler, Look, Next, Worker};
pub use job::{
    GIVEN_UP_MAX, GivenUp, JobKind, KEY_BYTES_MAX, Waiting, call, cancel, enqueue, given_up, given_up_of,
    leased_until, next_due, revive, waiting,
};
pub use lease::{Lease, end_all_leases};
pub use runner::{Runner, RunnerSettings};
pub use settle::{ATTEMPTS_MAX, FAILURE_CHARACTERS_MAX, OUTAGE_PAUSE_MAX_S, PAUSE_MAX_S};
pub use standstill::{go_on, stand_still, stands_still, stands_still_since};
pub use take::{DEATHS_MAX, ENDINGS_MAX, LEASED_AT_ONCE_MAX};
pub use wake::Wake;

use store::Query;

store::migrations! { "jobs": 1 "jobs with leases and fencing tokens" "../migrations/0001_baseline.sql" }

/// Every text of the crate, for the test that prepares them on both engines.
pub fn queries() -> Vec<&'static Query> {
    [job::QUERIES, lease::QUERIES, settle::QUERIES, standstill::QUERIES, take::QUERIES].concat()
}
