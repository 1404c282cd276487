//! The promises of the store, on both engines.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod bulk;
mod contract;
mod crash;
mod durability;
mod dynamic;
mod encryption;
mod failure;
mod lanes;
mod migrations;
mod owners;
mod pooled;
mod postgres;
mod proofs;
mod queue;
mod reconnecting;
mod servers;
mod snapshots;
mod tables;
mod warned;
