//! How the client withdraws a request before the bank begins (TAR-03): an absent second signer blocks nothing.

use std::sync::Arc;

use audit::Actor;
use kernel::Cnum;
use serde_json::json;
use store::Tx;

use super::access::Viewer;
use super::failure::Failure;
use super::requests::{By, advance, find_in};
use super::trail::Trail;
use crate::refusal::Refusal;
use crate::request::RequestId;
use crate::request_state::RequestState;
use crate::state::TariffOffice;
use crate::worker::{CARRY_OUT, EXPIRE};

/// Withdraws the request. It stays in the list and in the history. Against the bank's beginning the state is compared and set,
/// so that one of the two comes too late.
pub(crate) async fn withdraw(
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
        let too_late = || Failure::from(Refusal::TooLateToWithdraw(request.state));
        if !request.state.can_be_withdrawn() {
            return Err(too_late());
        }
        let by = By(Some((viewer.user.clone(), viewer.user_name(tx)?)));
        if !advance(tx, id, (request.state, RequestState::Cancelled), now, &by, None)? {
            return Err(too_late());
        }
        jobs::cancel(tx, CARRY_OUT, &id.to_string())?;
        jobs::cancel(tx, EXPIRE, &id.to_string())?;
        let object = ("tariff_request", id.to_string());
        let detail = json!({"document_uid": request.document_uid, "state": request.state.as_str()});
        trail.record(tx, now, "tariff_request.withdrawn", object, &cnum, detail)?;
        Ok::<_, Failure>(())
    };
    office.store.write("tariff request, withdraw", work).await
}
