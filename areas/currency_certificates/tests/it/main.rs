//! The area over its real router, on both engines.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod attacks;
mod bank;
mod checks;
mod description;
mod documents;
mod evidence;
mod intake;
mod once;
mod pages;
mod properties;
mod retention;
mod schema;
mod task;
mod tokens;
mod worker;
