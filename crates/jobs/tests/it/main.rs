//! Jobs on both engines.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod leases;
mod running;
mod things;
