//! Deletes a request (TAR-07): it is gone for the client and kept for the audit.

use kernel::Cnum;
use serde_json::json;

use super::announce;
use super::change::change;
use super::failure::Failure;
use super::job_kind::EXPIRE;
use crate::broken_rule::BrokenRule;
use crate::request::RequestId;
use crate::request_state::RequestState;
use crate::state::TariffRequestsState;
use crate::store::requests;
use crate::viewer::Viewer;

/// Deletes the request, which nobody may have signed.
pub(crate) async fn delete(
    area: &TariffRequestsState,
    viewer: &Viewer,
    cnum: &Cnum,
    id: RequestId,
) -> Result<(), Failure> {
    change("tariff request, delete", area, viewer, (cnum, id), move |tx, change| {
        let request = &change.request;
        if !request.state.can_be_deleted() {
            return Err(BrokenRule::RequestNotUnsigned(request.state).into());
        }
        // The history grows first: what is deleted is not found any more.
        let author = change.author(tx)?;
        requests::note(tx, id, RequestState::Cancelled, change.now, &author)?;
        announce::state(tx, &request.cnum, id, RequestState::Cancelled, change.now)?;
        requests::mark_deleted(tx, id, change.now)?;
        jobs::cancel(tx, EXPIRE, &id.to_string())?;
        let detail = json!({"document_uid": request.document_uid});
        change.record(tx, "tariff_request.deleted", detail)?;
        Ok(())
    })
    .await
}
