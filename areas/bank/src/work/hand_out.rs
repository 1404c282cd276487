//! A system takes its orders.

use std::time::Duration;

use audit::Entry;
use orders::{Order, OrderError, OrderId, Wanted};
use serde_json::json;
use store::{StoreError, Tx};
use thiserror::Error;

use super::log_in::entry_of;
use crate::state::Call;
use crate::store as rows;

/// Reason for which no orders are handed out, and no answers taken.
#[derive(Debug, Error)]
#[error(transparent)]
pub struct DeskError(#[from] pub OrderError);

impl From<StoreError> for DeskError {
    fn from(error: StoreError) -> Self {
        Self(error.into())
    }
}

/// Refuses whoever wants something of a database that was restored and does not go on yet.
pub(crate) async fn check_goes_on(call: &Call) -> Result<(), DeskError> {
    match jobs::stands_still_since(&call.state.store).await? {
        Some(_) => Err(OrderError::StandsStill.into()),
        None => Ok(()),
    }
}

/// Hands out orders after a number, and waits for some while there are none.
pub(crate) async fn hand_out(call: &Call, wanted: Wanted, wait: Duration) -> Result<Vec<Order>, DeskError> {
    let orders = take(call, wanted, wait).await?;
    if let Some(entry) = entry(call, &orders, None) {
        let unit = move |tx: &mut Tx| audit::record(tx, entry.clone());
        call.state.store.write::<_, StoreError>("bank.handed_out", unit).await?;
    }
    Ok(orders)
}

/// Hands out orders without a word in the trail, which the caller writes. None comes to a system that has lost its
/// tokens while it waited, nor out of a database that stands still by then.
pub(crate) async fn take(call: &Call, wanted: Wanted, wait: Duration) -> Result<Vec<Order>, DeskError> {
    check_goes_on(call).await?;
    let Call { state, by } = call;
    let system = by.clone();
    let may_have = move |tx: &mut Tx| Ok(!jobs::stands_still(tx)? && rows::is_as_before(tx, &system)?);
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

pub(crate) async fn find(call: &Call, id: &OrderId) -> Result<Option<Order>, DeskError> {
    check_goes_on(call).await?;
    Ok(call.state.desk.find(Some(call.by.role), id).await?)
}
