//! The contracts of store, filters and edge, and the schemas that tests hand on.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod edge_contract;
mod rsql_engines;
mod schemas;
mod store_contract;
