//! A sandbox: the whole program for those who integrate with the bank, on a database that is marked as one and with a
//! clock that is moved.
//!
//! Every database is marked once, as the bank's own or as a sandbox ([`DatabaseKind`]); the database itself refuses to
//! change the mark, and a program that runs as the other kind does not start on it ([`claim`]). A program that runs as
//! a sandbox has one value [`Sandbox`]; the bank's own has none, so nothing that only a sandbox does costs it anything.
//!
//! To add something that only a sandbox does, such as a failure on demand, give it a file here, its facts a place in
//! [`Sandbox`] and its tables a migration in this tree. An area finds the value in what the program gives to it, and
//! does nothing when there is none.

mod clock;
mod error;
mod kind;
pub mod orders;
mod randomness;
mod sandbox;
mod store;
pub mod triggers;

use std::sync::LazyLock;

use ::store::Query;

pub use clock::{Moving, Pace, SandboxClock, Seen};
pub use error::SandboxError;
pub use kind::{DatabaseKind, ORGANISATION, claim, kind_in, kind_of};
pub use randomness::SandboxRandomness;
pub use sandbox::{MOMENT_MAX, MOVE_S_MAX, Mover, Sandbox, begin_again, begin_anew, check_move};

/// Every SQL text of this crate, file by file.
pub static QUERIES: LazyLock<Vec<&'static Query>> =
    LazyLock::new(|| [store::QUERIES, orders::QUERIES].concat());

::store::migrations! {
    /// The tables of this crate. They are before all others, because the mark has to know whether there are others.
    "sandbox":
        1 "the mark of a live database or a sandbox, a sandbox's clock and orders" "../migrations/0001_baseline.sql"
}
