//! `GET /v1/ctcm/request/{id}/client/{cnum}/pre-sign`.

use axum::extract::State;
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::caller::OnlineUser;
use super::error::TariffError;
use super::path::NamedRequest;
use super::wire::PreSign;
use super::{examples, json};
use crate::request::SOURCE_SYSTEM;
use crate::state::TariffRequestsState;
use crate::store::requests::{self, Named};

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
    let request = requests::find(&state.store, &user.viewer(), &cnum, Named::Id(id)).await??;
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
