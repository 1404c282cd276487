//! `GET /v1/ctcm/request/{id}/client/{cnum}/body`, and the same by the UID of the document.

use axum::extract::State;
use axum::response::Response;

use super::caller::OnlineUser;
use super::error::TariffError;
use super::path::{NamedClient, NamedDocument, NamedRequest};
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
    responses((status = 200, description = "The request.", body = BodyView, example = json!(examples::body()))),
)]
pub(super) async fn get_tariff_request_body(
    State(state): State<TariffRequestsState>,
    user: OnlineUser,
    NamedRequest { id, cnum }: NamedRequest,
) -> Result<Response, TariffError> {
    let store = &state.store;
    let request = requests::find(store, &user.viewer(), &cnum, Named::Id(id)).await??;
    let html = requests::html(store, request.id).await?;
    Ok(json(&BodyView::new(&request, html)))
}

/// Client view of a request by the UID of its document
///
/// The same view as by the id of the request.
#[utoipa::path(
    get,
    path = "/v1/ctcm/request/dvr/{uid}/client/{cnum}/body",
    responses((status = 200, description = "The request.", body = BodyView, example = json!(examples::body()))),
)]
pub(super) async fn get_tariff_request_body_by_document(
    State(state): State<TariffRequestsState>,
    user: OnlineUser,
    NamedClient(cnum): NamedClient,
    NamedDocument(uid): NamedDocument,
) -> Result<Response, TariffError> {
    let store = &state.store;
    let request = requests::find(store, &user.viewer(), &cnum, Named::Uid(uid)).await??;
    let html = requests::html(store, request.id).await?;
    Ok(json(&BodyView::new(&request, html)))
}
