//! `GET /trade-finance/v1/agreements/{id}` and its deprecated twin.

use area::Basics;
use axum::extract::State;
use axum::response::Response;
use edge::{AreaPath, AreaQuery, IdentityAuthenticated};
use serde::Deserialize;
use utoipa::IntoParams;

use super::companies_asked::CompaniesAsked;
use super::error::AgreementsError;
use super::wire::Agreement;
use super::{example, written};
use crate::work::read_agreements::{Asked, find};

/// The agreement of a path.
#[derive(Debug, Deserialize, IntoParams)]
pub(crate) struct AgreementPath {
    /// Agreement version id.
    #[param(example = 1001)]
    id: i64,
}

/// One version of an agreement.
///
/// The agreement must belong to one of the companies named, and the user must be allowed to act for every one of
/// them. An absent agreement is answered like a foreign one.
#[utoipa::path(
    get,
    path = "/agreements/{id}",
    responses((status = 200, description = "The agreement", body = Agreement, example = json!(example::agreement()))),
)]
pub(crate) async fn get_agreement_by_id(
    State(state): State<Basics>,
    caller: IdentityAuthenticated<AgreementsError>,
    AreaPath(AgreementPath { id }, _): AreaPath<AgreementsError, AgreementPath>,
    AreaQuery(asked, _): AreaQuery<AgreementsError, CompaniesAsked>,
) -> Result<Response, AgreementsError> {
    let asked = Asked { user: &caller.user, client: Some(&caller.client), companies: &asked.cnums };
    written::one(&find(&state.store, asked, id).await?)
}
