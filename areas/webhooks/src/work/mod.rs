//! Use cases: what companies do with their webhooks, and how events get there.
//!
//! [`dispatch`] numbers events and writes who is to be told of them, in one unit of work; any number of processes may
//! do it at once. Each webhook that has something to deliver has a job: [`deliver`] works it off, one process at a
//! time, and rests it in a unit that looks whether something is left.

pub(crate) mod administration;
pub(crate) mod change;
pub(crate) mod create;
pub(crate) mod deliver;
pub(crate) mod dispatch;
pub(crate) mod job_kind;
pub(crate) mod list_events;
pub(crate) mod log;
mod reading;
pub(crate) mod redeliver;
pub(crate) mod rotate;
mod settle;
pub(crate) mod switch;
pub(crate) mod tidy_up;
pub(crate) mod try_out;
