//! `GET /bank/v1/actions`.

use axum::Json;
use axum::extract::State;

use super::wire::{BankAction, BankActions};
use crate::api::caller::CallingPerson;
use crate::api::error::BankError;
use crate::api::examples;
use crate::state::BankState;
use crate::work::actions::actions;

/// List actions
///
/// Everything that people of the bank may do here, each with its role and arguments.
#[utoipa::path(
    get,
    path = "/bank/v1/actions",
    tag = "People",
    responses((status = 200, description = "The actions.", body = BankActions, example = json!(examples::actions()))),
)]
pub(in crate::api) async fn list_actions(
    State(state): State<BankState>,
    CallingPerson(_): CallingPerson,
) -> Result<Json<BankActions>, BankError> {
    let actions = actions(&state).await?.into_iter().map(|(declared, rule)| BankAction::new(&declared, rule));
    Ok(Json(BankActions { actions: actions.collect() }))
}
