//! `GET /v1/connections/eligible-companies` and `GET /v1/connections/users/eligible-companies`.

use area::Basics;
use axum::Json;
use axum::extract::State;
use edge::{AreaQuery, Authenticated, Description, FromQuery, QueryList};
use utoipa::IntoParams;

use super::CompaniesAsked;
use super::error::TreasuryError;
use super::examples;
use super::wire::{CompaniesPage, TreasuryCompany, UserTreasuryCompany};
use crate::eligibility::is_inn;
use crate::work::{eligible_for_inn, eligible_for_user};

/// The company that a request names.
#[derive(Debug, IntoParams)]
pub(crate) struct CompanyAsked {
    /// The tax number of a company.
    #[param(pattern = "^([0-9]{10}|[0-9]{12})$", example = "7707123458")]
    inn: String,
}

impl FromQuery<TreasuryError> for CompanyAsked {
    fn from_query(query: &QueryList<TreasuryError>) -> Result<Self, TreasuryError> {
        let inn = query.required("inn")?;
        if !is_inn(inn) {
            return Err(TreasuryError::InnMalformed);
        }
        Ok(Self { inn: inn.to_owned() })
    }

    fn describe(description: &mut Description<'_>) {
        description.query::<Self>();
        description.error(TreasuryError::INN_MALFORMED);
    }
}

/// Companies that may be included in a unified treasury with the company of a tax number.
///
/// The group of that company, as far as the user may see it through the calling software: open companies in no other
/// treasury with an open settlement account. A tax number that the user may not see gives an empty list, like one
/// that nobody has.
#[utoipa::path(
    get,
    path = "/v1/connections/eligible-companies",
    responses((status = 200, description = "The companies", body = CompaniesPage<TreasuryCompany>,
        example = json!(examples::companies()))),
)]
pub(crate) async fn get_eligible_companies(
    State(state): State<Basics>,
    caller: Authenticated<TreasuryError>,
    AreaQuery((part, asked), _): AreaQuery<TreasuryError, (CompaniesAsked, CompanyAsked)>,
) -> Result<Json<CompaniesPage<TreasuryCompany>>, TreasuryError> {
    let viewer = (&caller.user, Some(&caller.client), &caller.company);
    Ok(Json(CompaniesPage::of(eligible_for_inn(&state.store, viewer, &asked.inn).await?, &part)))
}

/// Companies that the user may include in a unified treasury.
///
/// The companies that the user may act for through the calling software, as far as they are open, in no other
/// treasury, and have an open settlement account; each with the user's right to sign.
#[utoipa::path(
    get,
    path = "/v1/connections/users/eligible-companies",
    responses((status = 200, description = "The companies", body = CompaniesPage<UserTreasuryCompany>,
        example = json!(examples::companies_of_user()))),
)]
pub(crate) async fn get_user_eligible_companies(
    State(state): State<Basics>,
    caller: Authenticated<TreasuryError>,
    AreaQuery(part, _): AreaQuery<TreasuryError, CompaniesAsked>,
) -> Result<Json<CompaniesPage<UserTreasuryCompany>>, TreasuryError> {
    let eligible = eligible_for_user(&state.store, &caller.user, Some(&caller.client)).await?;
    Ok(Json(CompaniesPage::of(eligible, &part)))
}
