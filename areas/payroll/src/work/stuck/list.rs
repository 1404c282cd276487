//! The payments that are stuck, and their sums.

use store::{Result, Store};

use crate::store::unclaimed as rows;
use crate::stuck::{STUCK_LISTED_MAX, StuckPayment, StuckSums};
use crate::under_way::UnderWay;

/// Lists payments without an answer of the rail, the oldest first, at most [`STUCK_LISTED_MAX`].
pub async fn unanswered(store: &Store) -> Result<Vec<StuckPayment>> {
    store.read("payroll.unanswered", |tx| rows::unanswered(tx, STUCK_LISTED_MAX)).await
}

/// Lists returned payments whose money nobody has, the oldest first, at most [`STUCK_LISTED_MAX`].
pub async fn unclaimed(store: &Store) -> Result<Vec<StuckPayment>> {
    store.read("payroll.unclaimed", |tx| rows::unclaimed(tx, STUCK_LISTED_MAX)).await
}

/// Counts the statements that have not ended, by state.
pub async fn under_way(store: &Store) -> Result<Vec<UnderWay>> {
    store.read("payroll.under_way", crate::store::under_way::under_way).await
}

pub async fn stuck_sums(store: &Store) -> Result<StuckSums> {
    store.read("payroll.stuck_sums", rows::sums).await
}
