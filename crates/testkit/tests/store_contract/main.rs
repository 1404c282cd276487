//! What the store promises, on both engines.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod contract;
mod crash;
mod durability;
mod failure;
mod migrations;
mod postgres;
mod queue;
mod tables;
