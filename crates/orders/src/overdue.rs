//! Orders that the bank owes an answer.

use kernel::Instant;
use store::{Selected as _, Store, StoreError, params};

use crate::kind::Role;
use crate::order::Order;
use crate::store::{OPEN_ORDERS, OPEN_SUMS, ORDERS_ANSWERED};

/// The most orders of one list.
pub const LISTED_MAX: i64 = 1_000;

/// The orders of one kind that have not ended, counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSums {
    /// The kind.
    pub kind: String,
    /// All of them.
    pub open: i64,
    /// Those past their deadline.
    pub overdue: i64,
    /// The moment at which the oldest was placed.
    pub oldest: Instant,
}

/// Returns orders that have not ended and are due before a moment, the first due ones first, at most [`LISTED_MAX`].
pub async fn open_orders(store: &Store, due_before: Instant) -> Result<Vec<Order>, StoreError> {
    Order::read_all(&store.query(&OPEN_ORDERS, params![due_before, LISTED_MAX]).await?)
}

/// Returns orders of a role that were answered within a time, by their end, at most `limit`.
pub async fn orders_answered(
    store: &Store,
    role: Role,
    (from, to): (Instant, Instant),
    limit: usize,
) -> Result<Vec<Order>, StoreError> {
    let (mut all, mut after) = (Vec::<Order>::new(), (from, String::new()));
    while all.len() < limit {
        let values = params![role.as_str(), after.0, to, after.1.as_str(), LISTED_MAX];
        let some = Order::read_all(&store.query(&ORDERS_ANSWERED, values).await?)?;
        let Some(last) = some.last() else { break };
        after = (last.ended_at.unwrap_or(to), last.id.to_string());
        all.extend(some);
    }
    Ok(all)
}

/// Counts the orders that have not ended.
pub async fn open_sums(store: &Store, now: Instant) -> Result<Vec<OpenSums>, StoreError> {
    let rows = store.query(&OPEN_SUMS, params![now]).await?;
    let sums = |row: &store::Row| {
        Ok(OpenSums {
            kind: row.text("kind")?.to_owned(),
            open: row.integer("open")?,
            overdue: row.integer("overdue")?,
            oldest: row.instant("oldest")?,
        })
    };
    rows.iter().map(sums).collect()
}
