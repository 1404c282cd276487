//! Events and webhooks as software meets them, on both engines.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod delivering;
mod describing;
mod dying;
mod failing;
mod hostile;
mod house;
mod listing;
mod moving;
mod online_bank;
mod ordering;
mod receiver;
mod redelivering;
mod rehearsing;
mod repeating;
mod restoring;
mod rotating;
mod subscribing;
mod switching;
