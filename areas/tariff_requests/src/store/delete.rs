//! How a request is deleted (TAR-07): it is gone for the client and kept for the audit.

use std::sync::Arc;

use audit::Actor;
use kernel::Cnum;
use serde_json::json;
use store::{Tx, params};

use super::access::Viewer;
use super::failure::Failure;
use super::requests::{By, REQUEST_DELETE, find_in, note};
use super::trail::Trail;
use crate::refusal::Refusal;
use crate::request::RequestId;
use crate::request_state::RequestState;
use crate::state::TariffOffice;
use crate::worker::EXPIRE;

/// Deletes the request, which nobody may have signed.
pub(crate) async fn delete(
    office: &TariffOffice,
    viewer: &Viewer,
    cnum: &Cnum,
    id: RequestId,
) -> Result<(), Failure> {
    let now = office.clock.now();
    let trail = Trail::of_request(Actor::User(viewer.user.clone()), Arc::clone(&office.randomness));
    let (viewer, cnum) = (viewer.clone(), cnum.clone());
    let work = move |tx: &mut Tx| {
        let request = find_in(tx, &viewer, &cnum, id)?;
        if !request.state.can_be_deleted() {
            return Err(Refusal::RequestNotUnsigned(request.state).into());
        }
        // The history grows first: what is deleted is not found any more.
        let by = By(Some((viewer.user.clone(), viewer.user_name(tx)?)));
        note(tx, id, RequestState::Cancelled, now, &by)?;
        tx.execute_one(&REQUEST_DELETE, params![id.number(), now])?;
        jobs::cancel(tx, EXPIRE, &id.to_string())?;
        let object = ("tariff_request", id.to_string());
        let detail = json!({"document_uid": request.document_uid});
        trail.record(tx, now, "tariff_request.deleted", object, &cnum, detail)?;
        Ok::<_, Failure>(())
    };
    office.store.write("tariff request, delete", work).await
}
