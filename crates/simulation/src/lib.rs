//! Deterministic simulation: whatever a program does at once is played one unit of work at a time, in the order of a
//! seed.
//!
//! Units of work are serializable and jobs are steps, so each order of units is one that a running bank may meet. A
//! *world* (which lives in the tests of the program) has *actors*: futures of requests, jobs, closings. Each waits at
//! the [`Baton`], the gate of its store, before every unit of work and every short read. The world chooses by its seed
//! which of them goes on, begins a new one, moves the clock, or drops all actors of a process as a crash would. One
//! actor at a time is at work, so the seed alone decides what happens.
//!
//! Each step has [`Chance`]s of its own, so that a step can be left out without changing the others: that is how
//! [`shrink`] makes a failing run short.

mod baton;
mod chance;
mod hunt;

pub use baton::{Actor, Baton, Reached};
pub use chance::Chance;
pub use hunt::{Plan, Played, shrink};
