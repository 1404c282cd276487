//! A system takes its orders.

use std::time::Duration;

use audit::Entry;
use orders::{Order, OrderId, Wanted};
use serde_json::json;
use store::{StoreError, Tx};
use thiserror::Error;

use super::log_in::entry_of;
use crate::state::Call;
use crate::store as rows;

/// Reason for which no orders are handed out.
#[derive(Debug, Error)]
pub enum HandOutError {
    #[error("the database was restored and stands still")]
    StandsStill,
    #[error("the database failed: {0}")]
    Store(#[from] StoreError),
}

/// Refuses whoever wants something of a database that was restored and does not go on yet.
pub(crate) async fn check_goes_on(call: &Call) -> Result<(), HandOutError> {
    match jobs::stands_still_since(&call.state.store).await? {
        Some(_) => Err(HandOutError::StandsStill),
        None => Ok(()),
    }
}

/// Hands out orders after a number, and waits for some while there are none.
pub(crate) async fn hand_out(
    call: &Call,
    wanted: Wanted,
    wait: Duration,
) -> Result<Vec<Order>, HandOutError> {
    let orders = take(call, wanted, wait).await?;
    if let Some(entry) = entry(call, &orders, None) {
        let unit = move |tx: &mut Tx| audit::record(tx, entry.clone());
        call.state.store.write::<_, StoreError>("bank.handed_out", unit).await?;
    }
    Ok(orders)
}

/// Hands out orders without a word in the trail, which the caller writes. None comes to a system that has lost its
/// tokens while it waited, nor out of a database that stands still by then.
pub(crate) async fn take(call: &Call, wanted: Wanted, wait: Duration) -> Result<Vec<Order>, HandOutError> {
    check_goes_on(call).await?;
    let Call { state, by } = call;
    let found = rows::with_key(&state.store, &by.name).await?;
    let (system, point) = (by.clone(), found.map(|(_, key)| key.point()).unwrap_or_default());
    let may_have =
        move |tx: &mut Tx| Ok(!jobs::stands_still(tx)? && rows::is_as_before(tx, &system, &point)?);
    Ok(state.desk.hand_out(may_have, wanted, by.name.as_str(), wait).await?)
}

/// Makes the entry that tells of orders: those that a system has taken, or those that were sent to it, and whether
/// they have arrived.
pub(crate) fn entry(call: &Call, orders: &[Order], have_arrived: Option<bool>) -> Option<Entry> {
    let (first, last) = (orders.first()?, orders.last()?);
    let mut detail = json!({ "orders": orders.len(), "from": first.seq, "through": last.seq });
    if let Some(have_arrived) = have_arrived {
        detail["arrived"] = have_arrived.into();
    }
    Some(entry_of(call, "bank_orders.handed_out").detail(detail))
}

/// Returns one order of the system's role.
pub(crate) async fn find(call: &Call, id: &OrderId) -> Result<Option<Order>, HandOutError> {
    check_goes_on(call).await?;
    Ok(call.state.desk.find(Some(call.by.role), id).await?)
}
