//! `POST /bank/v1/proposals/{number}/execution`.

use axum::Json;
use axum::extract::State;
use edge::AreaPath;

use super::ProposalPath;
use super::wire::BankActionOutcome;
use crate::api::caller::CallingPerson;
use crate::api::error::BankError;
use crate::api::examples;
use crate::state::BankState;
use crate::work::actions::carry_out;

/// Execute an approved proposal
///
/// Once, and only if it still does what was approved: otherwise nothing changes, and it is proposed again.
#[utoipa::path(
    post,
    path = "/bank/v1/proposals/{number}/execution",
    tag = "People",
    responses((status = 200, description = "It is done.", body = BankActionOutcome,
        example = json!(examples::action_outcome()))),
)]
pub(in crate::api) async fn execute_proposal(
    State(state): State<BankState>,
    CallingPerson(person): CallingPerson,
    AreaPath(path, _): AreaPath<BankError, ProposalPath>,
) -> Result<Json<BankActionOutcome>, BankError> {
    Ok(Json(carry_out(&state, &person, path.number()?).await?.into()))
}
