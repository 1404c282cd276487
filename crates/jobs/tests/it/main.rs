//! Jobs on both engines.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod dying;
mod leases;
mod outages;
mod running;
mod standstill;
mod switches;
mod things;
