//! The tariff requests as callers, people at the online bank and the bank's workers meet them, on both engines.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod answering;
mod bank;
mod bodies;
mod choosing;
mod corresponding;
mod creating;
mod deleting;
mod describing;
mod downloading;
mod errors;
mod importing;
mod letters;
mod listing;
mod online_bank;
mod plans_of_lists;
mod reaching;
mod repeating;
mod retention;
mod signing;
mod template_versions;
mod withdrawing;
mod working;
mod writing;
