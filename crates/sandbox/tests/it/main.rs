//! The mark of a database and the clock of a sandbox, on both engines.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod clock;
mod kind;
