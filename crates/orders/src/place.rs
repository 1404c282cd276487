//! Orders as areas place and withdraw them.

use kernel::{Cnum, Instant, first_of_epoch};
use store::{Column, Result, Tx, Value, params};

use crate::kind::OrderKind;
use crate::order::{OrderId, OrderState};
use crate::store::{COUNTER_SET, COUNTER_TAKE, ORDER_END, ORDER_INSERT, ORDERS_REOPEN};

#[derive(Clone, Debug)]
pub struct NewOrder {
    pub id: OrderId,
    pub cnum: Cnum,
    /// The thing that it is about, as its area finds it again.
    pub object_id: String,
    /// JSON text of what the bank has to know.
    pub payload: String,
}

/// Places orders of one kind in the unit of work of the change that needs the bank.
///
/// # Errors
/// One of the names is taken, or the database failed; either ends the unit of work.
pub fn place(tx: &mut Tx, kind: &OrderKind, orders: &[NewOrder], now: Instant) -> Result<()> {
    if orders.is_empty() {
        return Ok(());
    }
    let text = |of: fn(&NewOrder) -> &str| -> Vec<&str> { orders.iter().map(of).collect() };
    let columns = [
        Column::Texts(&text(|order| order.id.as_str())),
        Column::Same(Value::from(kind.name)),
        Column::Same(Value::from(kind.role.as_str())),
        Column::Texts(&text(|order| order.cnum.as_str())),
        Column::Texts(&text(|order| &order.object_id)),
        Column::Texts(&text(|order| &order.payload)),
        Column::Same(Value::from(now)),
        Column::Same(Value::from(now.plus_seconds(kind.deadline_s))),
    ];
    tx.insert_bulk(&ORDER_INSERT, &columns).map(drop)
}

/// Withdraws an order that is not needed any more; `false` when it has ended.
pub fn withdraw(tx: &mut Tx, id: &OrderId, by: &str, reason: &str, now: Instant) -> Result<bool> {
    let state = OrderState::Withdrawn.as_str();
    Ok(tx.execute(&ORDER_END, params![id.as_str(), state, now, by, reason])? == 1)
}

/// Begins numbers above all that the database has ever given, after it was put back from a copy at the moment `now` of
/// the machine's clock. Every order that has not ended is handed out once more under its name: the bank may have
/// answered it to the database that was lost, and answers the same again.
pub fn begin_epoch(tx: &mut Tx, now: Instant) -> Result<u64> {
    let through = tx.select_one::<i64>(&COUNTER_TAKE, params![])?;
    tx.execute_one(&COUNTER_SET, params![first_of_epoch(through, now) - 1])?;
    tx.execute(&ORDERS_REOPEN, params![])
}
