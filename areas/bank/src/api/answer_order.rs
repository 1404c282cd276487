//! `POST /bank/v1/orders/{id}/answer`.

use axum::Json;
use axum::extract::State;
use edge::{AreaJson, AreaPath, EdgeError};
use orders::{ANSWER_BYTES_MAX, OrderId, Verdict};

use super::caller::CallingSystem;
use super::error::BankError;
use super::examples;
use super::get_order::OrderPath;
use super::wire::{BankAnswer, BankVerdict};
use crate::state::BankState;
use crate::work::answer::{accept, answer};

/// Answer an order
///
/// `DONE` and `REFUSED` end the order, once: the same answer again changes nothing and is answered alike, another one
/// is 409. The name of the order is the key for repeats.
#[utoipa::path(
    post,
    path = "/bank/v1/orders/{id}/answer",
    tag = "Orders",
    request_body(content = BankAnswer, example = json!(examples::answer())),
    responses((status = 200, description = "It was taken, now or before.", body = BankVerdict,
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
    let verdict = match given {
        Some(given) => answer(&state, &system, vec![(id.clone(), given)]).await?.pop(),
        None => Some(accept(&state, &system, &id).await?),
    };
    told(&id, verdict)
}

/// Answers with a verdict, or with the error that it is.
pub(super) fn told(id: &OrderId, verdict: Option<Verdict>) -> Result<Json<BankVerdict>, BankError> {
    match verdict {
        Some(Verdict::Refused(refusal)) => Err(BankError::of(refusal)),
        Some(verdict) => Ok(Json(BankVerdict::of(id, verdict))),
        None => Err(BankError::NotFound),
    }
}
