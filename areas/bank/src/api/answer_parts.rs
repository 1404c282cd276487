//! `POST /bank/v1/orders/{id}/parts`.

use axum::Json;
use axum::extract::State;
use edge::{AreaJson, AreaPath, EdgeError};
use orders::{ANSWER_BYTES_MAX, PARTS_AT_ONCE_MAX};

use super::answer_order::told;
use super::caller::CallingSystem;
use super::error::BankError;
use super::examples;
use super::get_order::OrderPath;
use super::wire::{BankPartAnswers, BankVerdict};
use crate::state::BankState;
use crate::work::answer::answer_parts;

/// Answer parts of an order
///
/// All of these answers are taken, or none when one of them cannot be. The order ends with its last part. A part has
/// one outcome: the same again changes nothing, another one is 409.
#[utoipa::path(
    post,
    path = "/bank/v1/orders/{id}/parts",
    tag = "Orders",
    request_body(content = BankPartAnswers, example = json!(examples::part_answers())),
    responses((status = 200, description = "They were taken, now or before.", body = BankVerdict,
        example = json!(examples::part_verdict()))),
)]
pub(super) async fn answer_parts_of_order(
    State(state): State<BankState>,
    CallingSystem(system): CallingSystem,
    AreaPath(path, _): AreaPath<BankError, OrderPath>,
    AreaJson(body, _): AreaJson<BankError, BankPartAnswers, ANSWER_BYTES_MAX>,
) -> Result<Json<BankVerdict>, BankError> {
    if body.parts.len() > PARTS_AT_ONCE_MAX {
        return Err(BankError::TooMany(PARTS_AT_ONCE_MAX));
    }
    let id = path.id()?;
    let given = body.read().map_err(EdgeError::malformed)?;
    told(&id, Some(answer_parts(&state, &system, &id, given).await?))
}
