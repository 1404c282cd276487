//! Withdraws a request before the bank begins (TAR-03): an absent second signer blocks nothing.

use kernel::Cnum;
use serde_json::json;

use super::advance::advance;
use super::change::change;
use super::failure::Failure;
use super::job_kind::{CARRY_OUT, EXPIRE};
use crate::broken_rule::BrokenRule;
use crate::request::RequestId;
use crate::request_state::RequestEvent;
use crate::state::TariffRequestsState;
use crate::viewer::Viewer;

/// Withdraws the request. It stays in the list and in the history. Against the bank's beginning the state is compared
/// and set, so that one of the two comes too late.
///
/// # Errors
/// [`Failure::Rule`] when the bank has begun, or it is over.
pub async fn withdraw(
    area: &TariffRequestsState,
    viewer: &Viewer,
    cnum: &Cnum,
    id: RequestId,
) -> Result<(), Failure> {
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
        jobs::cancel(tx, CARRY_OUT, &id.to_string())?;
        jobs::cancel(tx, EXPIRE, &id.to_string())?;
        let detail = json!({"document_uid": change.request.document_uid, "state": state.as_str()});
        change.record(tx, "tariff_request.withdrawn", detail)?;
        Ok(())
    })
    .await
}
