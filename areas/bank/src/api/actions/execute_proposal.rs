//! `POST /bank/v1/proposals/{number}/execution`.

use axum::extract::State;
use axum::response::Response;
use edge::AreaPath;
use http::StatusCode;
use idempotency::{Answered, Keyed};

use super::ProposalPath;
use super::wire::BankActionOutcome;
use crate::api::caller::CallingPerson;
use crate::api::error::BankError;
use crate::api::examples;
use crate::state::BankState;
use crate::work::actions::action::Done;
use crate::work::actions::carry_out;

/// Execute an approved proposal
///
/// Once, and only if it still does what was approved: otherwise nothing changes, and it is proposed again. A key has
/// the answer, with what is shown once, given again for 24 hours.
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
    keyed: Keyed<BankError>,
) -> Result<Response, BankError> {
    let number = path.number()?;
    let render = |done: &Done| Answered::json(StatusCode::OK, &BankActionOutcome::from(done));
    let work = async |keep| Ok(carry_out(&state, &person, number, keep).await?);
    state.idempotency.answer(keyed, person.scope(), render, work).await
}
