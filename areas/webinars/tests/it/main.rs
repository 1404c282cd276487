//! The webinars area as its callers meet it, on both engines.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod bank;
mod catalogue;
mod clock;
mod description;
mod errors;
mod fields;
mod headers;
mod importing;
mod online_bank;
mod pages;
mod reading;
