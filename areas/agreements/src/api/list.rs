//! `GET /trade-finance/v1/agreements` and its deprecated twin.

use area::Basics;
use axum::extract::State;
use axum::response::Response;
use edge::{IdentityAuthenticated, QueryList};

use super::error::AgreementsError;
use super::wire::{AgreementsForbiddenError, AgreementsGatewayError, AgreementsList};
use super::{cnums, example, written};
use crate::work::read_agreements::{Asked, list};

/// Agreements of companies.
///
/// Each agreement in its latest version, ordered by id. The user must be allowed to act for every company named.
#[utoipa::path(
    get,
    path = "/agreements",
    operation_id = "getAgreements",
    tag = "Agreements",
    params(
        ("cnums" = Vec<String>, Query, min_items = 1, max_items = 100, style = Form, explode,
            example = json!(["C00001", "C00002"]),
            description = "Client numbers of the companies, repeated; values divided by commas are accepted"),
    ),
    responses(
        (status = 200, description = "The agreements", body = AgreementsList,
            example = json!({"agreements": [example::agreement()]})),
        (status = 400, description = "A parameter is wrong", body = AgreementsGatewayError, example = json!({
            "message": "The query parameter `cnums` must name 1 to 100 companies, repeated or divided by commas",
            "http_status_code": 400
        })),
        (status = 403, description = "The user may not see one of the companies", body = AgreementsForbiddenError,
            example = json!(example::forbidden())),
    ),
    security(("idToken" = []), ("accessToken" = [], "idToken" = [])),
)]
pub(crate) async fn list_agreements(
    State(state): State<Basics>,
    caller: IdentityAuthenticated<AgreementsError>,
    query: QueryList<AgreementsError>,
) -> Result<Response, AgreementsError> {
    let companies = cnums(&query)?;
    let asked = Asked { user: &caller.user, client: &caller.client, companies: &companies };
    written::list(&list(&state.store, asked).await?)
}
