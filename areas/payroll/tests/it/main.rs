//! The payroll area as its callers meet it, on both engines.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod execution;
mod online_bank;
mod statements;
mod terms;
