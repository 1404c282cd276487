//! Use cases: what the API, the online bank and the worker do with messages.
//!
//! Each file is one of them. It opens the units of work, decides by the domain, lets `store` read and write, and leaves
//! the audit entries and jobs that belong to the change in the same unit. No other folder of the area opens one.

mod announce;
pub(crate) mod archive_tasks;
pub(crate) mod check;
mod conclude;
pub mod intake_error;
pub(crate) mod job_kind;
pub(crate) mod read_task;
pub(crate) mod rehearse;
pub(crate) mod take_decision;
pub mod take_in;
mod trail;
pub(crate) mod turn;
pub(crate) mod waiting;
