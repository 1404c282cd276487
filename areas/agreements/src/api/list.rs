//! `GET /trade-finance/v1/agreements` and its deprecated twin.

use area::Basics;
use axum::extract::State;
use axum::response::Response;
use edge::{AreaQuery, IdentityAuthenticated};

use super::companies_asked::CompaniesAsked;
use super::error::AgreementsError;
use super::wire::AgreementsList;
use super::{example, written};
use crate::work::read_agreements::{Asked, list};

/// Agreements of companies.
///
/// Each agreement in its latest version, ordered by id. The user must be allowed to act for every company named.
#[utoipa::path(
    get,
    path = "/agreements",
    responses((status = 200, description = "The agreements", body = AgreementsList,
        example = json!({"agreements": [example::agreement()]}))),
)]
pub(crate) async fn get_agreements(
    State(state): State<Basics>,
    caller: IdentityAuthenticated<AgreementsError>,
    AreaQuery(asked, _): AreaQuery<AgreementsError, CompaniesAsked>,
) -> Result<Response, AgreementsError> {
    let asked = Asked { user: &caller.user, client: Some(&caller.client), companies: &asked.cnums };
    written::list(&list(&state.store, asked).await?)
}
