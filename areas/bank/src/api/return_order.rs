//! `POST /bank/v1/orders/{id}/returns`.

use axum::Json;
use axum::extract::State;
use edge::{AreaJson, AreaPath, EdgeError};
use orders::ANSWER_BYTES_MAX;

use super::answer_order::told;
use super::caller::CallingSystem;
use super::error::BankError;
use super::examples;
use super::get_order::OrderPath;
use super::wire::{BankReturn, BankVerdict};
use crate::state::BankState;
use crate::work::answer::take_return;

/// Tell of a return
///
/// A payment that came back after the order had ended with `DONE`: its money is booked back to the account that paid,
/// or kept for its owner when the account takes nothing. The bank's name of the return is the key for repeats; a
/// payment comes back once: whole, or the `amount` that the other bank did not keep.
#[utoipa::path(
    post,
    path = "/bank/v1/orders/{id}/returns",
    tag = "Orders",
    request_body(content = BankReturn, example = json!(examples::returned())),
    responses((status = 200, description = "It is booked, now or before.", body = BankVerdict,
        example = json!(examples::verdict()))),
)]
pub(super) async fn return_order(
    State(state): State<BankState>,
    CallingSystem(system): CallingSystem,
    AreaPath(path, _): AreaPath<BankError, OrderPath>,
    AreaJson(body, _): AreaJson<BankError, BankReturn, ANSWER_BYTES_MAX>,
) -> Result<Json<BankVerdict>, BankError> {
    let id = path.id()?;
    let returned = body.read().map_err(EdgeError::malformed)?;
    told(&id, Some(take_return(&state, &system, &id, returned).await?))
}
