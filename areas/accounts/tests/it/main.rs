//! The accounts area as its callers meet it: the real router and the real importers, on both engines.

#![expect(clippy::unwrap_used, clippy::panic, reason = "in a test, what fails has to stop it")]

mod amounts;
mod bank;
mod books;
mod business_days;
mod closing;
mod describing;
mod guards;
mod hostile;
mod importing;
mod importing_busy;
mod importing_chunks;
mod importing_ends;
mod importing_paced;
mod importing_refused;
mod importing_rows;
mod ledger;
mod online_bank;
mod operations;
mod payout;
mod reading;
mod refusing;
mod retention;
mod seeing;
mod texts;
mod whole_list;
