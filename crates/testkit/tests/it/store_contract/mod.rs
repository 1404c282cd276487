//! The promises of the store, on both engines.

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
