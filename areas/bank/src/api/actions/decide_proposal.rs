//! `POST /bank/v1/proposals/{number}/decision`.

use axum::extract::State;
use edge::{AreaJson, AreaPath};
use http::StatusCode;

use super::ProposalPath;
use super::wire::BankDecision;
use crate::api::caller::CallingPerson;
use crate::api::error::BankError;
use crate::api::{BODY_BYTES_MAX, examples};
use crate::state::BankState;
use crate::work::actions::decide;

/// Decide about a proposal
///
/// Somebody else's alone. The signed text has six lines, each with a line feed at its end: `clientbank proposal`, the
/// number, the `sha256` of the proposal, the verdict, your name, and the moment in microseconds since 1970.
#[utoipa::path(
    post,
    path = "/bank/v1/proposals/{number}/decision",
    tag = "People",
    request_body(content = BankDecision, example = json!(examples::decision())),
    responses((status = 204, description = "It is decided.")),
)]
pub(in crate::api) async fn decide_proposal(
    State(state): State<BankState>,
    CallingPerson(person): CallingPerson,
    AreaPath(path, _): AreaPath<BankError, ProposalPath>,
    AreaJson(decision, _): AreaJson<BankError, BankDecision, BODY_BYTES_MAX>,
) -> Result<StatusCode, BankError> {
    let (verdict, signed) = decision.read()?;
    decide(&state, &person, path.number()?, verdict, &signed).await?;
    Ok(StatusCode::NO_CONTENT)
}
