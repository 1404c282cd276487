//! Settings that the banks of these tests share.

use std::sync::Arc;

use idempotency::Idempotency;
use kernel::{Clock, Money, Randomness};
use payroll::conversion_terms::{ConversionSettings, RateBand};
use sealing::MasterKey;
use store::Store;

/// 3 percent above the bank's rate and so many below, and a million roubles for each currency on one day.
pub(crate) fn conversion_settings(below: &str) -> ConversionSettings {
    let band = RateBand { above: "3".parse().unwrap(), below: below.parse().unwrap() };
    ConversionSettings { band, day_limit: Money::from_minor(100_000_000) }
}

/// Answers of requests with a key are kept in this database.
pub(crate) fn idempotency(
    store: &Store,
    clock: &Arc<dyn Clock>,
    randomness: &Arc<dyn Randomness>,
) -> Idempotency {
    let master_key = MasterKey::from_bytes(&[7; sealing::KEY_BYTES]);
    Idempotency::new(store.clone(), Arc::clone(clock), Arc::clone(randomness), master_key)
}
