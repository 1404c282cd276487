//! `GET /bank/v1/breaks`.

use axum::Json;
use axum::extract::State;

use super::caller::CallingSystem;
use super::error::BankError;
use super::examples;
use super::wire::books::{BankBreak, BankBreaks};
use crate::state::BankState;
use crate::work::books::breaks;

/// Read the breaks
///
/// The accounts that the core has with another balance at the end of a closed day than the channel, by the balances
/// that the bank has imported (`core_balances`). A break ends by itself when the balance of a later day agrees.
#[utoipa::path(
    get,
    path = "/bank/v1/breaks",
    tag = "Books",
    responses((status = 200, description = "The breaks.", body = BankBreaks, example = json!(examples::breaks()))),
)]
pub(super) async fn get_breaks(
    State(state): State<BankState>,
    CallingSystem(system): CallingSystem,
) -> Result<Json<BankBreaks>, BankError> {
    let (found, count) = breaks(&state, &system).await?;
    let today = state.zone.date_of(state.clock.now());
    let breaks = found.into_iter().map(|one| BankBreak::of(one, today)).collect();
    Ok(Json(BankBreaks { breaks, count }))
}
