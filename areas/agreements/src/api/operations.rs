//! `GET /trade-finance/v1/agreements` and `GET /trade-finance/v1/agreements/{id}`, with their deprecated twins.

use std::collections::BTreeSet;

use area::Basics;
use axum::extract::State;
use axum::response::Response;
use edge::{AreaPath, AreaQuery, Description, FromQuery, IdentityAuthenticated, QueryList};
use serde::Deserialize;
use utoipa::IntoParams;

use super::error::AgreementsError;
use super::wire::{Agreement, AgreementsList};
use super::{CNUMS_MAX, written};
use crate::work::{ReadScope, find, list};

/// The companies of a request, each once: at least one.
#[derive(Debug, IntoParams)]
pub(crate) struct CompaniesAsked {
    /// Client numbers of the companies, repeated; values divided by commas are accepted.
    #[param(value_type = Vec<String>, min_items = 1, max_items = 100, style = Form, explode,
        example = json!(["C00001", "C00002"]))]
    pub(super) cnums: BTreeSet<String>,
}

impl FromQuery<AgreementsError> for CompaniesAsked {
    fn from_query(query: &QueryList<AgreementsError>) -> Result<Self, AgreementsError> {
        let cnums = query.list("cnums");
        match cnums.len() {
            1..=CNUMS_MAX if cnums.iter().all(|cnum| !cnum.is_empty()) => {
                Ok(Self { cnums: cnums.into_iter().map(str::to_owned).collect() })
            }
            _ => Err(AgreementsError::CnumsMalformed),
        }
    }

    fn describe(description: &mut Description<'_>) {
        description.query::<Self>();
        description.error(AgreementsError::CNUMS_MALFORMED);
    }
}

/// Agreements of companies.
///
/// Each agreement in its latest version, ordered by id. The user must be allowed to act for every company named.
#[utoipa::path(
    get,
    path = "/agreements",
    responses((status = 200, description = "The agreements", body = AgreementsList,
        example = json!({"agreements": [example()]}))),
)]
pub(crate) async fn get_agreements(
    State(state): State<Basics>,
    caller: IdentityAuthenticated<AgreementsError>,
    AreaQuery(asked, _): AreaQuery<AgreementsError, CompaniesAsked>,
) -> Result<Response, AgreementsError> {
    let asked = ReadScope { user: &caller.user, client: Some(&caller.client), companies: &asked.cnums };
    written::list(&list(&state.store, asked).await?)
}

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
    responses((status = 200, description = "The agreement", body = Agreement, example = json!(example()))),
)]
pub(crate) async fn get_agreement_by_id(
    State(state): State<Basics>,
    caller: IdentityAuthenticated<AgreementsError>,
    AreaPath(AgreementPath { id }, _): AreaPath<AgreementsError, AgreementPath>,
    AreaQuery(asked, _): AreaQuery<AgreementsError, CompaniesAsked>,
) -> Result<Response, AgreementsError> {
    let asked = ReadScope { user: &caller.user, client: Some(&caller.client), companies: &asked.cnums };
    written::one(&find(&state.store, asked, id).await?)
}

/// An agreement with every field of spec section 2.8.
fn example() -> serde_json::Value {
    // The text is part of the program and read by a test, so it cannot fail to parse.
    serde_json::from_str(include_str!("example.json")).unwrap_or_default()
}
