//! Closes the day that has ended.

use jiff::Span;
use kernel::{BankZone, Instant};
use store::{Store, StoreError};

use crate::ledger::{close_day, is_due};

/// Seconds between the end of a day and its closing: units of work that began before midnight are through.
pub const CLOSING_GRACE_S: i64 = 300;

/// Closes yesterday once [`CLOSING_GRACE_S`] have passed since midnight, for the accounts that lack it. For a worker
/// that calls it every few minutes in each process. Returns how many accounts were closed.
///
/// # Errors
/// The database's.
pub async fn close_due_day(store: &Store, now: Instant, zone: &BankZone) -> Result<u64, StoreError> {
    let today = zone.date_of(now.plus_seconds(-CLOSING_GRACE_S));
    let yesterday = today.saturating_sub(Span::new().days(1));
    let looked_at = zone.clone();
    if !store.read("accounts.day_is_due", move |tx| is_due(tx, yesterday, &looked_at)).await? {
        return Ok(0);
    }
    let zone = zone.clone();
    store.write("accounts.close_day", move |tx| close_day(tx, yesterday, &zone)).await
}
