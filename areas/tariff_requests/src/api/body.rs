//! `GET /v1/ctcm/request/{id}/client/{cnum}/body`.

use axum::extract::State;
use axum::response::Response;
use edge::AreaPath;

use super::caller::{OnlineUser, client, request_id};
use super::document::{RequestFailures, RequestPath, RoleFailure};
use super::error::TariffError;
use super::wire::BodyView;
use super::{examples, json};
use crate::state::TariffRequestsState;
use crate::store::requests::{self, Named};

/// Client view of a request
///
/// The HTML is what was made with the request, whatever has become of the plan since.
#[utoipa::path(
    get,
    path = "/v1/ctcm/request/{id}/client/{cnum}/body",
    operation_id = "getTariffRequestBody",
    tag = "Tariff requests",
    params(RequestPath),
    responses(
        (status = 200, description = "The request.", body = BodyView, example = json!(examples::body())),
        RequestFailures,
        RoleFailure,
    ),
    security(("accessToken" = [], "idToken" = [])),
)]
pub(super) async fn body(
    State(state): State<TariffRequestsState>,
    user: OnlineUser,
    AreaPath((id, cnum), _): AreaPath<TariffError, (String, String)>,
) -> Result<Response, TariffError> {
    let (id, cnum) = (request_id(&id)?, client(&cnum)?);
    let store = &state.store;
    let request = requests::find(store, &user.viewer(), &cnum, Named::Id(id)).await??;
    let html = requests::html(store, request.id).await?;
    Ok(json(&BodyView::new(&request, html)))
}
