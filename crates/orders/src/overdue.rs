//! Orders that the bank owes an answer.

use std::sync::Arc;

use audit::{Actor, Entry};
use kernel::{Instant, Randomness};
use store::{Selected as _, Store, StoreError, Tx, params};

use crate::kind::Role;
use crate::order::Order;
use crate::store::{OPEN_ORDERS, OPEN_SUMS, ORDERS_ANSWERED, OVERDUE, OVERDUE_TOLD};

/// The most orders of one list.
pub const LISTED_MAX: i64 = 1_000;
/// The most orders of which people are told at once.
const TOLD_MAX: i64 = 100;

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

/// Tells people of the bank, once for each order, that it is past its deadline: in the log and in the trail (BNK-08).
pub async fn tell_overdue(
    store: &Store,
    now: Instant,
    randomness: &Arc<dyn Randomness>,
) -> Result<(), StoreError> {
    if store.query_optional(&OVERDUE, params![now, 1_i64]).await?.is_none() {
        return Ok(());
    }
    let randomness = Arc::clone(randomness);
    let told = store.write("orders.overdue", move |tx: &mut Tx| overdue(tx, now, &*randomness)).await?;
    for order in told {
        tracing::warn!(order.id = order, "{order} is past its deadline: the bank owes it an answer");
    }
    Ok(())
}

fn overdue(tx: &mut Tx, now: Instant, randomness: &dyn Randomness) -> Result<Vec<String>, StoreError> {
    let rows = tx.query(&OVERDUE, params![now, TOLD_MAX])?;
    let ids = rows.iter().map(|row| row.text("order_id").map(str::to_owned));
    let ids = ids.collect::<Result<Vec<String>, _>>()?;
    for id in &ids {
        tx.execute_one(&OVERDUE_TOLD, params![id.as_str(), now])?;
        let object = ("bank_order", id.as_str());
        audit::record(tx, Entry::new(now, randomness, Actor::System, "bank_orders.overdue", object))?;
    }
    Ok(ids)
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
