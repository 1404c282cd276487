//! Signed messages to addresses of others: events to the software of companies, orders to the bank's systems.
//!
//! An [`address`] is checked when it is written and when it is reached, a [`secret`] signs by the rules of Standard
//! Webhooks, and a [`transport`] sends to what was checked alone.

pub mod address;
pub mod attempt;
pub mod secret;
pub mod transport;
mod trust;

pub use trust::{tls_to, trust_of_the_system};
