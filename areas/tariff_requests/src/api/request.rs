//! One request below `/v1/ctcm/request/{id}/client/{cnum}`: its view, history and fields to sign, and its end.

use axum::extract::State;
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::StatusCode;
use kernel::Cnum;

use super::caller::OnlineUser;
use super::error::TariffError;
use super::path::{NamedClient, NamedDocument, NamedRequest};
use super::wire::{BodyView, History, PreSign, StateChangeView};
use super::{examples, json};
use crate::request::SOURCE_SYSTEM;
use crate::state::TariffRequestsState;
use crate::store::requests::{self, RequestName};
use crate::work::withdraw::delete;

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
    view(&state, &user, &cnum, RequestName::Id(id)).await
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
    view(&state, &user, &cnum, RequestName::Uid(uid)).await
}

async fn view(
    state: &TariffRequestsState,
    user: &OnlineUser,
    cnum: &Cnum,
    named: RequestName,
) -> Result<Response, TariffError> {
    let request = requests::find(&state.store, &user.viewer(), cnum, named).await??;
    let html = requests::html(&state.store, request.id).await?;
    Ok(json(&BodyView::new(&request, html)))
}

/// State change history of a request
///
/// Every state from the first one on, oldest first.
#[utoipa::path(
    get,
    path = "/v1/ctcm/request/{id}/client/{cnum}/state/history",
    responses((status = 200, description = "The history.", body = History, example = json!(examples::history()))),
)]
pub(super) async fn get_tariff_request_history(
    State(state): State<TariffRequestsState>,
    user: OnlineUser,
    NamedRequest { id, cnum }: NamedRequest,
) -> Result<Response, TariffError> {
    let request = requests::find(&state.store, &user.viewer(), &cnum, RequestName::Id(id)).await??;
    let changes = requests::history(&state.store, request.id).await?;
    let states = changes.iter().map(|change| StateChangeView {
        state: change.state,
        date: state.zone.date_time_text(change.at),
        author: change.author.as_str().to_owned(),
    });
    Ok(json(&History { id: request.id.number(), states: states.collect() }))
}

/// Fields for the signature widget
///
/// The digest is over exactly the bytes that the download operation returns.
#[utoipa::path(
    get,
    path = "/v1/ctcm/request/{id}/client/{cnum}/pre-sign",
    responses((status = 200, description = "The fields.", body = PreSign, example = json!(examples::pre_sign()))),
)]
pub(super) async fn get_tariff_request_pre_sign(
    State(state): State<TariffRequestsState>,
    user: OnlineUser,
    NamedRequest { id, cnum }: NamedRequest,
) -> Result<Response, TariffError> {
    let request = requests::find(&state.store, &user.viewer(), &cnum, RequestName::Id(id)).await??;
    let digest = requests::digest(&state.store, request.id).await?;
    Ok(json(&PreSign {
        id: request.id.number(),
        document_type: request.document_type,
        state: request.state,
        bank_document_state: request.state.bank_document_state(),
        document_uid: request.document_uid.to_string(),
        cnum: request.cnum.to_string(),
        client_document_number: request.client_document_number,
        organization_full_name: request.organization_full_name,
        digest: STANDARD.encode(digest),
        source_system: SOURCE_SYSTEM,
        bank_document_type: request.document_type.bank_document_type(),
        created_at: state.zone.date_time_text(request.created_at),
        updated_at: state.zone.date_time_text(request.updated_at),
    }))
}

/// Delete an unsigned request
///
/// It is gone from every operation; the bank keeps it for the audit.
#[utoipa::path(
    delete,
    path = "/v1/ctcm/request/{id}/client/{cnum}",
    responses((status = 200, description = "The request is deleted.")),
)]
pub(super) async fn delete_tariff_request(
    State(state): State<TariffRequestsState>,
    user: OnlineUser,
    NamedRequest { id, cnum }: NamedRequest,
) -> Result<StatusCode, TariffError> {
    delete(&state, &user.viewer(), &cnum, id).await?;
    Ok(StatusCode::OK)
}
