//! Finds the next change that the clock makes.

use kernel::Instant;
use store::{Result, Store, Tx, params};

use crate::store::NEXT_CHANGE;

/// Finds the first moment after `after` at which a webinar is published, begins or ends. For a sandbox whose clock is
/// moved from one such moment to the next.
pub async fn next_change(store: &Store, after: Instant) -> Result<Option<Instant>> {
    let read = move |tx: &mut Tx| {
        tx.survey()?;
        tx.select_one(&NEXT_CHANGE, params![after])
    };
    store.read("webinars.next_change", read).await
}
