//! `POST /bank/v1/orders/{id}/answer`.

use axum::Json;
use axum::extract::State;
use edge::{AreaJson, AreaPath, EdgeError};
use orders::{ANSWER_BYTES_MAX, Verdict};

use super::caller::CallingSystem;
use super::error::BankError;
use super::examples;
use super::get_order::OrderPath;
use super::wire::{BankAnswer, BankVerdict};
use crate::state::BankState;
use crate::work::answer::answer;

/// Answer an order
///
/// The answer ends the order, once: the same answer again changes nothing and is answered alike, another one is 409.
/// The name of the order is the key for repeats.
#[utoipa::path(
    post,
    path = "/bank/v1/orders/{id}/answer",
    tag = "Orders",
    request_body(content = BankAnswer, example = json!(examples::answer())),
    responses((status = 200, description = "It ended the order, now or before.", body = BankVerdict,
        example = json!(examples::verdict()))),
)]
pub(super) async fn answer_order(
    State(state): State<BankState>,
    CallingSystem(system): CallingSystem,
    AreaPath(path, _): AreaPath<BankError, OrderPath>,
    AreaJson(body, _): AreaJson<BankError, BankAnswer, ANSWER_BYTES_MAX>,
) -> Result<Json<BankVerdict>, BankError> {
    let id = path.id()?;
    let given = body.read().map_err(EdgeError::malformed)?;
    match answer(&state, &system, vec![(id.clone(), given)]).await?.pop() {
        Some(Verdict::Refused(refusal)) => Err(BankError::of(refusal)),
        Some(verdict) => Ok(Json(BankVerdict::of(&id, verdict))),
        None => Err(BankError::NotFound),
    }
}
