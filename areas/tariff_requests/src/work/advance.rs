//! The one way in which a request changes its state.

use kernel::{Cnum, Instant};
use store::{StoreError, Tx};

use super::announce;
use crate::request::{Author, DeclineReason, RequestId};
use crate::request_state::RequestState;
use crate::store::requests;

/// Takes the arrow from the first state to the second and notes it. Answers `false` when the request is not in the
/// first any more.
///
/// # Errors
/// An arrow that does not exist is an inconsistency of this program, and nothing is changed.
pub(super) fn advance(
    tx: &mut Tx,
    (cnum, id): (&Cnum, RequestId),
    (from, to): (RequestState, RequestState),
    at: Instant,
    author: &Author,
    decline_reason: Option<DeclineReason>,
) -> Result<bool, StoreError> {
    if !from.may_become(to) {
        return Err(StoreError::Inconsistency {
            query: "REQUEST_SET_STATE",
            column: "state".to_owned(),
            reason: format!("there is no way from {from} to {to}"),
        });
    }
    let is_changed = requests::set_state(tx, id, (from, to), at, decline_reason)?;
    if is_changed {
        requests::note(tx, id, to, at, author)?;
        announce::state(tx, cnum, id, to, at)?;
    }
    Ok(is_changed)
}
