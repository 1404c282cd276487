//! Races of threads inside of the store and of jobs, played in thousands of random orders.
//!
//! The files in which threads of the product meet are compiled here once more, as they are: the writer of SQLite with
//! its queue and readers, the lanes of PostgreSQL, leases. They find their primitives under `crate::sync`, which here
//! are those of `shuttle`: its scheduler lets one thread run at a time, and decides after each step who is next. All
//! else that these files name is here in its smallest form: SQLite is a database in memory that reads the SQL of jobs.

// The files have tests of their own, which are the product's.
#![cfg(not(test))]
#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::missing_panics_doc,
    clippy::unnecessary_wraps,
    clippy::unused_self,
    reason = "test code in the shapes of the product: what fails here is a race, or the program around it"
)]

// The names by which these files call what is here.
extern crate self as rusqlite;
extern crate self as store;
extern crate self as switches;

mod around;
mod database;
pub mod lanes;
pub mod leases;
mod sql;
mod sqlite;
mod sync;
pub mod writer;

#[path = "../../store/src/error.rs"]
#[rustfmt::skip]
#[expect(dead_code, unreachable_pub, reason = "the store needs more of it")]
mod store_error;
#[path = "../../store/src/unit.rs"]
#[rustfmt::skip]
mod unit;

#[path = "../../jobs/src/error.rs"]
#[rustfmt::skip]
#[expect(dead_code, unreachable_pub, reason = "jobs need more of it")]
mod error;
#[path = "../../jobs/src/lease.rs"]
#[rustfmt::skip]
#[expect(dead_code, unreachable_pub, reason = "jobs need more of it")]
mod lease;
#[path = "../../jobs/src/take.rs"]
#[rustfmt::skip]
#[expect(unreachable_pub, reason = "its limits are public")]
mod take;

use around::{JobKind, Query, READ_ONLY, Row, StoreLimits, Tx, Value, metric, settle, tx};
use database::{Connection, Error};
use lease::Lease;
use sqlite::Store;
use store_error::{Result, StoreError};
