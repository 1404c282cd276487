//! The agreements area as its callers meet it, on both engines.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod access;
mod bank;
mod description;
mod errors;
mod fields;
mod importing;
mod online_bank;
