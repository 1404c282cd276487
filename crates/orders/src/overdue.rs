//! Orders that the bank owes an answer.

use std::sync::Arc;

use audit::{Actor, Entry};
use kernel::{Instant, Randomness};
use store::{Result, Store, Tx, params};

use crate::order::{OpenSums, Order};
use crate::store::{OPEN_ORDERS, OPEN_SUMS, ORDER_FIND, OVERDUE, OVERDUE_TOLD};

/// The most orders of one list.
pub const LISTED_MAX: i64 = 1_000;
/// The most orders of which people are told at once.
const TOLD_MAX: i64 = 100;

/// Returns orders that have not ended and are due by a moment, the first due ones first, at most [`LISTED_MAX`].
pub async fn open_orders(store: &Store, due_by: Instant) -> Result<Vec<Order>> {
    store.select(&OPEN_ORDERS, params![due_by, LISTED_MAX]).await
}

/// Returns the order of a name that has not ended.
pub async fn open_order(store: &Store, id: &str) -> Result<Option<Order>> {
    let found: Option<Order> = store.select_optional(&ORDER_FIND, params![id]).await?;
    Ok(found.filter(Order::is_open))
}

/// Tells people of the bank, once for each order, that it is past its deadline: in the log and in the trail (BNK-08).
pub async fn tell_overdue(store: &Store, now: Instant, randomness: &Arc<dyn Randomness>) -> Result<()> {
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

fn overdue(tx: &mut Tx, now: Instant, randomness: &dyn Randomness) -> Result<Vec<String>> {
    let ids: Vec<String> = tx.select(&OVERDUE, params![now, TOLD_MAX])?;
    for id in &ids {
        tx.execute_one(&OVERDUE_TOLD, params![id.as_str(), now])?;
        let object = ("bank_order", id.as_str());
        audit::record(tx, Entry::new(now, randomness, Actor::System, "bank_orders.overdue", object))?;
    }
    Ok(ids)
}

pub async fn open_sums(store: &Store, now: Instant) -> Result<Vec<OpenSums>> {
    store.select(&OPEN_SUMS, params![now]).await
}
