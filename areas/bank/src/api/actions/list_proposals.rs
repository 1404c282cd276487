//! `GET /bank/v1/proposals`.

use axum::Json;
use axum::extract::State;
use edge::{AreaQuery, Description, EdgeError, FromQuery, QueryList};
use proposals::ProposalState;
use utoipa::IntoParams;

use super::wire::BankProposals;
use crate::api::caller::CallingPerson;
use crate::api::error::BankError;
use crate::api::examples;
use crate::state::BankState;

/// The proposals that a request asks for.
#[derive(Debug)]
pub(in crate::api) struct ProposalsAsked {
    state: Option<ProposalState>,
}

/// The parameters as they are described.
#[derive(IntoParams)]
#[expect(dead_code, reason = "a description; the values are read by `from_query`")]
struct ProposalsParameters {
    /// Those in this state alone: `OPEN`, `APPROVED`, `REFUSED`, `CARRIED_OUT`, `BROKEN_GLASS`, `REVIEWED`.
    #[param(pattern = "^(OPEN|APPROVED|REFUSED|CARRIED_OUT|BROKEN_GLASS|REVIEWED)$", example = "OPEN")]
    state: Option<String>,
}

impl FromQuery<BankError> for ProposalsAsked {
    fn from_query(query: &QueryList<BankError>) -> Result<Self, BankError> {
        let wrong = |_| EdgeError::malformed("The query parameter `state` must be a state of proposals");
        let state = query.single("state")?.map(|text| text.parse::<ProposalState>().map_err(wrong));
        Ok(Self { state: state.transpose()? })
    }

    fn describe(description: &mut Description<'_>) {
        description.query::<ProposalsParameters>();
    }
}

/// List proposals
///
/// The newest 1,000, from the last to the first.
#[utoipa::path(
    get,
    path = "/bank/v1/proposals",
    tag = "People",
    responses((status = 200, description = "The proposals.", body = BankProposals,
        example = json!(examples::proposals()))),
)]
pub(in crate::api) async fn list_proposals(
    State(state): State<BankState>,
    CallingPerson(_): CallingPerson,
    AreaQuery(asked, _): AreaQuery<BankError, ProposalsAsked>,
) -> Result<Json<BankProposals>, BankError> {
    let found = proposals::list(&state.store).await?;
    let wanted = found.into_iter().filter(|one| asked.state.is_none_or(|state| state == one.state));
    Ok(Json(BankProposals { proposals: wanted.map(Into::into).collect() }))
}
