//! `GET /v1/connections/users/eligible-companies`.

use area::Basics;
use axum::Json;
use axum::extract::State;
use edge::{AreaQuery, Authenticated};

use super::CompaniesAsked;
use super::error::TreasuryError;
use super::examples;
use super::wire::{CompaniesPage, UserTreasuryCompany};
use crate::work::list_eligible::eligible_for_user;

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
