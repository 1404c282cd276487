//! `GET /v1/connections/eligible-companies`.

use area::Basics;
use axum::Json;
use axum::extract::State;
use edge::{Authenticated, QueryList};

use super::CompaniesAsked;
use super::error::TreasuryError;
use super::wire::{CompaniesPage, TreasuryCompany, TreasuryErrorBody};
use crate::work::list_eligible::eligible_for_inn;

/// Digits of a tax number: of a company, of an entrepreneur.
const INN_DIGITS: [usize; 2] = [10, 12];

/// Companies that may be included in a unified treasury with the company of a tax number.
///
/// The group of that company, as far as the user may see it through the calling software: open companies in no other treasury with an open
/// settlement account. A tax number that the user may not see gives an empty list, like one that nobody has.
#[utoipa::path(
    get,
    path = "/v1/connections/eligible-companies",
    operation_id = "getEligibleCompanies",
    tag = "Treasury",
    params(
        ("inn" = String, Query, pattern = "^([0-9]{10}|[0-9]{12})$", example = "7707123458",
            description = "The tax number of a company"),
        CompaniesAsked,
    ),
    responses(
        (status = 200, description = "The companies", body = CompaniesPage<TreasuryCompany>, example = json!({
            "companies": [
                {"cnum": "C00001", "companyName": "ООО «Ромашка»", "inn": "7707123458", "kpp": "770701001"},
                {"cnum": "C00002", "companyName": "ООО «Василёк»", "inn": "7707654321", "kpp": "770701001"}
            ],
            "offset": 0, "limit": 2, "totalCount": 2
        })),
        (status = 400, description = "A parameter is wrong", body = TreasuryErrorBody, example = json!({
            "code": "BAD_REQUEST", "message": "The query parameter `inn` must have 10 or 12 digits"
        })),
    ),
    security(("accessToken" = [], "idToken" = [])),
)]
pub(crate) async fn eligible_companies(
    State(state): State<Basics>,
    caller: Authenticated<TreasuryError>,
    query: QueryList<TreasuryError>,
) -> Result<Json<CompaniesPage<TreasuryCompany>>, TreasuryError> {
    let asked = CompaniesAsked::read(&query)?;
    let inn = query.required("inn")?;
    if !INN_DIGITS.contains(&inn.len()) || !inn.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(TreasuryError::InnMalformed);
    }
    let viewer = (&caller.user, &caller.client, &caller.company);
    Ok(Json(CompaniesPage::of(eligible_for_inn(&state.store, viewer, inn).await?, asked)))
}
