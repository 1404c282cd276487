//! `GET /bank/v1/proposals/{number}`.

use axum::Json;
use axum::extract::State;
use edge::AreaPath;

use super::ProposalPath;
use super::wire::BankProposal;
use crate::api::caller::CallingPerson;
use crate::api::error::BankError;
use crate::api::examples;
use crate::state::BankState;
use crate::work::actions::PeopleError;

/// One proposal
///
/// Whoever decides about it reads the difference, and signs its `sha256`.
#[utoipa::path(
    get,
    path = "/bank/v1/proposals/{number}",
    tag = "People",
    responses((status = 200, description = "The proposal.", body = BankProposal,
        example = json!(examples::proposal()))),
)]
pub(in crate::api) async fn get_proposal(
    State(state): State<BankState>,
    CallingPerson(_): CallingPerson,
    AreaPath(path, _): AreaPath<BankError, ProposalPath>,
) -> Result<Json<BankProposal>, BankError> {
    let found = proposals::find(&state.store, path.number()?).await?;
    Ok(Json(found.ok_or(PeopleError::Absent("proposal"))?.into()))
}
