//! Handing orders out, in one order.
//!
//! Numbers are given to committed orders alone, by one unit at a time, as events have them (ADR 23): a reader that goes
//! on after the last number it has seen misses none. An order that a switch stops has no number, and gets one when the
//! switch is off.

use kernel::Instant;
use store::{Column, Result, Store, StoreError, Tx, params};

use crate::kind::{OrderKind, Role};
use crate::order::{Order, OrderState};
use crate::store::{
    ANY_AFTER, ANY_UNNUMBERED, COUNTER_SET, COUNTER_TAKE, ORDER_NUMBER, ORDER_TAKE, ORDERS_AFTER,
    ORDERS_HOLD_BACK, UNNUMBERED,
};

/// The most orders of one answer.
pub const HANDED_OUT_AT_ONCE_MAX: i64 = 1_000;
/// The most orders that one unit numbers.
const NUMBERED_AT_ONCE_MAX: i64 = 10_000;

/// The orders that a system asks for.
#[derive(Clone, Debug)]
pub struct Wanted {
    pub role: Role,
    /// After this number; 0 for the beginning.
    pub after: i64,
    /// Of this kind alone; empty for all of the role.
    pub kind: String,
    /// The most orders, from 1 to [`HANDED_OUT_AT_ONCE_MAX`].
    pub limit: i64,
}

/// Names the switches that stop orders of these kinds, as the statements have them.
pub(crate) fn stops(kinds: impl Iterator<Item = &'static OrderKind>) -> String {
    let of_kind = |kind: &'static OrderKind| kind.stopped_by.iter().map(|switch| (kind.name, switch.name));
    let pairs = kinds.flat_map(of_kind).map(|(kind, switch)| format!("{kind}={switch},,"));
    format!(",{}", pairs.collect::<String>())
}

pub(crate) async fn may_be_some(store: &Store, wanted: &Wanted, stops: &str) -> Result<bool> {
    if store.query_optional(&ANY_UNNUMBERED, params![stops]).await?.is_some() {
        return Ok(true);
    }
    let values = params![stops, wanted.role.as_str(), wanted.after, wanted.kind.as_str()];
    Ok(store.query_optional(&ANY_AFTER, values).await?.is_some())
}

/// Numbers what has no number, and hands out what is wanted and what no switch stops, to a system of this name.
pub(crate) fn hand_out(
    tx: &mut Tx,
    wanted: &Wanted,
    stops: &str,
    system: &str,
    now: Instant,
) -> Result<Vec<Order>> {
    number(tx, stops)?;
    if switches::is_any_on(tx)? {
        tx.execute(&ORDERS_HOLD_BACK, params![stops, wanted.role.as_str(), wanted.after])?;
    }
    let limit = wanted.limit.clamp(1, HANDED_OUT_AT_ONCE_MAX);
    let values = params![wanted.role.as_str(), wanted.after, wanted.kind.as_str(), limit];
    let mut orders: Vec<Order> = tx.select(&ORDERS_AFTER, values)?;
    let mut taken = Vec::new();
    for order in orders.iter_mut().filter(|order| order.state == OrderState::Open) {
        (order.state, order.taken_at) = (OrderState::Taken, Some(now));
        taken.push(params![order.id.as_str(), now, system]);
    }
    tx.execute_many(&ORDER_TAKE, taken)?;
    Ok(orders)
}

fn number(tx: &mut Tx, stops: &str) -> Result<()> {
    let last: i64 = tx.select_one(&COUNTER_TAKE, params![])?;
    let ids: Vec<String> = tx.select(&UNNUMBERED, params![stops, NUMBERED_AT_ONCE_MAX])?;
    if ids.is_empty() {
        return Ok(());
    }
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let seqs: Vec<i64> = (last + 1..).take(ids.len()).collect();
    let unchanged = tx.update_bulk(&ORDER_NUMBER, &[Column::Texts(&ids), Column::Integers(&seqs)])?;
    if !unchanged.is_empty() {
        let changed = u64::try_from(ids.len() - unchanged.len()).unwrap_or_default();
        return Err(StoreError::RowsChanged { query: ORDER_NUMBER.name(), changed });
    }
    tx.execute_one(&COUNTER_SET, params![seqs.last().copied().unwrap_or(last)])
}
