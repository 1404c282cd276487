//! `GET /trade-finance/v1/agreements/{id}` and its deprecated twin.

use area::Basics;
use axum::extract::State;
use axum::response::Response;
use edge::{AreaPath, IdentityAuthenticated, QueryList};

use super::error::AgreementsError;
use super::wire::{Agreement, AgreementsForbiddenError, AgreementsGatewayError};
use super::{cnums, example, written};
use crate::work::read_agreements::{Asked, find};

/// One version of an agreement.
///
/// The agreement must belong to one of the companies named, and the user must be allowed to act for every one of them. An
/// absent agreement is answered like a foreign one.
#[utoipa::path(
    get,
    path = "/agreements/{id}",
    operation_id = "getAgreementById",
    tag = "Agreements",
    params(
        ("id" = i64, Path, example = 1001, description = "Agreement version id"),
        ("cnums" = Vec<String>, Query, min_items = 1, max_items = 100, style = Form, explode,
            example = json!(["C00001"]),
            description = "Client numbers of the companies, repeated; values divided by commas are accepted"),
    ),
    responses(
        (status = 200, description = "The agreement", body = Agreement, example = json!(example::agreement())),
        (status = 400, description = "A parameter is wrong", body = AgreementsGatewayError, example = json!({
            "message": "The query parameter `cnums` must name 1 to 100 companies, repeated or divided by commas",
            "http_status_code": 400
        })),
        (status = 403, description = "There is no such agreement of the companies, or the user may not see one of them",
            body = AgreementsForbiddenError, example = json!(example::forbidden())),
    ),
    security(("idToken" = []), ("accessToken" = [], "idToken" = [])),
)]
pub(crate) async fn get_agreement(
    State(state): State<Basics>,
    caller: IdentityAuthenticated<AgreementsError>,
    AreaPath(id, _): AreaPath<AgreementsError, i64>,
    query: QueryList<AgreementsError>,
) -> Result<Response, AgreementsError> {
    let companies = cnums(&query)?;
    let asked = Asked { user: &caller.user, client: &caller.client, companies: &companies };
    written::one(&find(&state.store, asked, id).await?)
}
