//! `GET /bank/v1/breaks` and `GET /bank/v1/breaks/not-told`.

use axum::Json;
use axum::extract::State;

use super::caller::CallingSystem;
use super::error::BankError;
use super::examples;
use super::wire::books::{BankBreak, BankBreaks, BankNotTold};
use crate::state::BankState;
use crate::work::books::{breaks, not_told};

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

/// Read what the core has not told
///
/// The accounts that had money here at the end of the last compared day and of which the imported balances
/// (`core_balances`) name nothing for that day or later: an account that the core has lost is among them. None, and no
/// day, as long as nothing was compared.
#[utoipa::path(
    get,
    path = "/bank/v1/breaks/not-told",
    tag = "Books",
    responses((
        status = 200, description = "The accounts.", body = BankNotTold, example = json!(examples::not_told())
    )),
)]
pub(super) async fn get_not_told(
    State(state): State<BankState>,
    CallingSystem(system): CallingSystem,
) -> Result<Json<BankNotTold>, BankError> {
    Ok(Json(BankNotTold::of(not_told(&state, &system).await?)))
}
