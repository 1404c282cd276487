//! `GET /v1/connections/users/eligible-companies`.

use area::Basics;
use axum::Json;
use axum::extract::State;
use edge::{Authenticated, QueryList};

use super::CompaniesAsked;
use super::error::TreasuryError;
use super::wire::{CompaniesPage, TreasuryErrorBody, UserTreasuryCompany};
use crate::work::list_eligible::eligible_for_user;

/// Companies that the user may include in a unified treasury.
///
/// The companies that the user may act for through the calling software, as far as they are open, in no other
/// treasury, and have an open settlement account; each with the user's right to sign.
#[utoipa::path(
    get,
    path = "/v1/connections/users/eligible-companies",
    operation_id = "getUserEligibleCompanies",
    tag = "Treasury",
    params(
        CompaniesAsked,
    ),
    responses(
        (status = 200, description = "The companies", body = CompaniesPage<UserTreasuryCompany>, example = json!({
            "companies": [{
                "cnum": "C00001", "companyName": "ООО «Ромашка»", "inn": "7707123458", "kpp": "770701001",
                "canSignTreasuryAgreementDocument": true
            }],
            "offset": 0, "limit": 1, "totalCount": 1
        })),
        (status = 400, description = "A parameter is wrong", body = TreasuryErrorBody, example = json!({
            "code": "BAD_REQUEST", "message": "The query parameter `limit` must be from 1 to 1000, not `0`"
        })),
    ),
    security(("accessToken" = [], "idToken" = [])),
)]
pub(crate) async fn user_eligible_companies(
    State(state): State<Basics>,
    caller: Authenticated<TreasuryError>,
    query: QueryList<TreasuryError>,
) -> Result<Json<CompaniesPage<UserTreasuryCompany>>, TreasuryError> {
    let asked = CompaniesAsked::read(&query)?;
    let eligible = eligible_for_user(&state.store, &caller.user, &caller.client).await?;
    Ok(Json(CompaniesPage::of(eligible, asked)))
}
