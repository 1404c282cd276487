//! The rows that a filter selects and their order, on both engines.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod filters;
mod model;
mod random;
mod rows;
mod sorts;
