//! The treasury area as its callers meet it, on both engines.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod bank;
mod by_inn;
mod by_user;
mod description;
mod eligibility;
mod errors;
mod importing;
mod online_bank;
mod pages;
