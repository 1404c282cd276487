//! Cancels a request that nobody has signed in time.

use jobs::{JobError, Lease};
use kernel::Instant;
use serde_json::json;
use store::{Result, Tx};

use super::advance::advance;
use super::trail::Trail;
use crate::request::{Author, RequestId};
use crate::request_state::{RequestEvent, RequestState};
use crate::state::TariffRequestsState;
use crate::store::requests;

/// Takes the request from `UNSIGNED` to `CANCELLED`, by the bank, and ends the job.
pub(crate) async fn expire(area: &TariffRequestsState, lease: Lease, id: RequestId) -> Result<(), JobError> {
    let (now, trail) = (area.clock.now(), Trail::of_system(&area.randomness));
    let work = move |tx: &mut Tx| {
        lease.check(tx, now)?;
        cancel(tx, id, now, &trail)?;
        lease.complete(tx)
    };
    area.store.write("tariff request, expire", work).await
}

/// Does the same when the job is given up.
pub(crate) fn give_up(tx: &mut Tx, area: &TariffRequestsState, id: RequestId, now: Instant) -> Result<()> {
    cancel(tx, id, now, &Trail::of_system(&area.randomness))
}

fn cancel(tx: &mut Tx, id: RequestId, now: Instant, trail: &Trail) -> Result<()> {
    if let Some(request) = requests::to_change(tx, id)? {
        let cancelled = (RequestState::Unsigned, RequestEvent::Cancelled);
        if advance(tx, (&request.cnum, id), cancelled, now, &Author::Bank, None)? {
            let object = ("tariff_request", id.to_string());
            trail.record(tx, now, "tariff_request.expired", object, &request.cnum, json!({}))?;
        }
    }
    Ok(())
}
