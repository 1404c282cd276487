//! `/bank/v1/proposals`: listed, read, decided about, executed.

use axum::Json;
use axum::response::Response;
use edge::{AreaJson, AreaPath, AreaQuery, Description, EdgeError, FromQuery, QueryList};
use http::StatusCode;
use idempotency::{Answered, Keyed, Scope};
use proposals::ProposalState;
use utoipa::IntoParams;

use super::ProposalPath;
use super::wire::{BankActionOutcome, BankDecision, BankProposal, BankProposals};
use crate::api::caller::CallingPerson;
use crate::api::error::BankError;
use crate::api::{BODY_BYTES_MAX, examples};
use crate::work::actions::action::Done;
use crate::work::actions::{PeopleError, carry_out, decide};

/// The proposals that a request asks for.
#[derive(Debug, IntoParams)]
pub(in crate::api) struct ProposalsAsked {
    /// Those in this state alone: `OPEN`, `APPROVED`, `REFUSED`, `CARRIED_OUT`, `BROKEN_GLASS`, `REVIEWED`.
    #[param(
        value_type = Option<String>,
        pattern = "^(OPEN|APPROVED|REFUSED|CARRIED_OUT|BROKEN_GLASS|REVIEWED)$",
        example = "OPEN"
    )]
    state: Option<ProposalState>,
}

impl FromQuery<BankError> for ProposalsAsked {
    fn from_query(query: &QueryList<BankError>) -> Result<Self, BankError> {
        let wrong = |error| EdgeError::malformed(format!("The query parameter `state` {error}"));
        let state = query.single("state")?.map(|text| text.parse::<ProposalState>().map_err(wrong));
        Ok(Self { state: state.transpose()? })
    }

    fn describe(description: &mut Description<'_>) {
        description.query::<Self>();
    }
}

/// List proposals
///
/// The newest 1,000, of all or of those in the state, from the last to the first.
#[utoipa::path(
    get,
    path = "/bank/v1/proposals",
    tag = "People",
    responses((status = 200, description = "The proposals.", body = BankProposals,
        example = json!(examples::proposals()))),
)]
pub(in crate::api) async fn list_proposals(
    CallingPerson(call): CallingPerson,
    AreaQuery(asked, _): AreaQuery<BankError, ProposalsAsked>,
) -> Result<Json<BankProposals>, BankError> {
    let found = proposals::list(&call.state.store, asked.state).await?;
    Ok(Json(BankProposals { proposals: found.into_iter().map(Into::into).collect() }))
}

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
    CallingPerson(call): CallingPerson,
    AreaPath(path, _): AreaPath<BankError, ProposalPath>,
) -> Result<Json<BankProposal>, BankError> {
    let found = proposals::find(&call.state.store, path.number()?).await?;
    Ok(Json(found.ok_or(PeopleError::Absent("proposal"))?.into()))
}

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
    CallingPerson(call): CallingPerson,
    AreaPath(path, _): AreaPath<BankError, ProposalPath>,
    AreaJson(decision, _): AreaJson<BankError, BankDecision, BODY_BYTES_MAX>,
) -> Result<StatusCode, BankError> {
    let (verdict, signed) = decision.read()?;
    decide(&call, path.number()?, verdict, &signed).await?;
    Ok(StatusCode::NO_CONTENT)
}

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
    CallingPerson(call): CallingPerson,
    AreaPath(path, _): AreaPath<BankError, ProposalPath>,
    keyed: Keyed<BankError>,
) -> Result<Response, BankError> {
    let number = path.number()?;
    let render = |done: &Done| Answered::json(StatusCode::OK, &BankActionOutcome::from(done));
    let work = async |keep| Ok(carry_out(&call, number, keep).await?);
    call.state.idempotency.answer(keyed, Scope::of_operator(call.by.name.as_str()), render, work).await
}
