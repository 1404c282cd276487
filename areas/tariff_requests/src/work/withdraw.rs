//! A person takes a request back: deletes one that nobody has signed (TAR-07), or withdraws one before the bank begins
//! (TAR-03), so that an absent second signer blocks nothing.

use kernel::Cnum;
use serde_json::json;

use super::advance::advance;
use super::announce;
use super::change::change;
use super::conclude::go_on;
use super::failure::Failure;
use super::job_kind::{CARRY_OUT, EXPIRE, TAKE_EFFECT};
use crate::broken_rule::BrokenRule;
use crate::request::RequestId;
use crate::request_state::{RequestEvent, RequestState};
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

/// Withdraws the request. It stays in the list and in the history. Against the bank's beginning the state is compared
/// and set, so that one of the two comes too late. A change that waited for its cancellation begins on its day.
///
/// # Errors
/// [`Failure::Rule`] when the bank has begun, or it is over.
pub async fn withdraw(
    area: &TariffRequestsState,
    viewer: &Viewer,
    cnum: &Cnum,
    id: RequestId,
) -> Result<(), Failure> {
    let zone = area.zone.clone();
    change("tariff request, withdraw", area, viewer, (cnum, id), move |tx, change| {
        let state = change.request.state;
        let too_late = || Failure::from(BrokenRule::TooLateToWithdraw(state));
        if !state.can_be_withdrawn() {
            return Err(too_late());
        }
        let author = change.author(tx)?;
        let cancelled = (state, RequestEvent::Cancelled);
        if !advance(tx, (&change.request.cnum, id), cancelled, change.now, &author, None)? {
            return Err(too_late());
        }
        if let Some(planned) = change.request.future_change {
            go_on(tx, &zone, planned)?;
        }
        jobs::cancel(tx, CARRY_OUT, &id.to_string())?;
        jobs::cancel(tx, EXPIRE, &id.to_string())?;
        let detail = json!({"document_uid": change.request.document_uid, "state": state.as_str()});
        change.record(tx, "tariff_request.withdrawn", detail)?;
        Ok(())
    })
    .await?;
    area.wake.notify(TAKE_EFFECT);
    Ok(())
}
