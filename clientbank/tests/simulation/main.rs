//! The whole program in deterministic simulation: requests, jobs, closings and crashes in the order of a seed.
//!
//! `cargo xtask simulate` plays more seeds than the tests do, or one seed again.

#![expect(clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

mod archive;
#[expect(dead_code, reason = "people of the bank have keys in other tests")]
#[path = "../it/bank_system.rs"]
mod bank_system;
mod cards;
mod certificates;
mod deeds;
mod faults;
mod ground;
mod imports;
mod leases;
mod letters;
mod locks;
mod looks;
mod model;
mod pages;
mod people;
mod receiver;
mod runs;
mod scene;
mod switches;
mod systems;
mod tariffs;
#[path = "../it/wired.rs"]
#[expect(dead_code, reason = "other tests need more of it")]
mod wired;
mod world;
