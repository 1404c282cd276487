//! `GET /v1/ctcm/request/{id}/client/{cnum}/pre-sign`.

use axum::extract::State;
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use edge::AreaPath;

use super::caller::{OnlineUser, client, request_id};
use super::document::{RequestFailures, RequestPath, RoleFailure};
use super::error::TariffError;
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
    operation_id = "getTariffRequestPreSign",
    tag = "Tariff requests",
    params(RequestPath),
    responses(
        (status = 200, description = "The fields.", body = PreSign, example = json!(examples::pre_sign())),
        RequestFailures,
        RoleFailure,
    ),
    security(("accessToken" = [], "idToken" = [])),
)]
pub(super) async fn pre_sign(
    State(state): State<TariffRequestsState>,
    user: OnlineUser,
    AreaPath((id, cnum), _): AreaPath<TariffError, (String, String)>,
) -> Result<Response, TariffError> {
    let (id, cnum) = (request_id(&id)?, client(&cnum)?);
    let request = requests::find(&state.store, &user.viewer(), &cnum, Named::Id(id)).await??;
    let digest = requests::digest(&state.store, request.id).await?;
    Ok(json(&PreSign {
        id: request.id.number(),
        document_type: request.document_type.as_str(),
        state: request.state.as_str(),
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
