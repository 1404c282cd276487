//! The one way in which a request changes its state.

use kernel::{Cnum, Instant};
use store::{Result, StoreError, Tx};

use super::announce;
use crate::request::{Author, DeclineReason, RequestId};
use crate::request_state::{RequestEvent, RequestState};
use crate::store::requests;

/// Lets the event happen to a request in the state and notes it. Answers `false` when the request is not in that state
/// any more.
///
/// # Errors
/// An arrow that does not exist is an inconsistency of this program, and nothing is changed.
pub(super) fn advance(
    tx: &mut Tx,
    (cnum, id): (&Cnum, RequestId),
    (from, event): (RequestState, RequestEvent),
    at: Instant,
    author: &Author,
    decline_reason: Option<DeclineReason>,
) -> Result<bool> {
    let to = from.after(event).map_err(|error| StoreError::Inconsistency {
        query: "REQUEST_SET_STATE",
        column: "state".to_owned(),
        reason: error.to_string(),
    })?;
    let is_changed = requests::set_state(tx, id, (from, to), at, decline_reason)?;
    if is_changed {
        requests::note(tx, id, to, at, author)?;
        announce::state(tx, cnum, id, to, at)?;
    }
    Ok(is_changed)
}
