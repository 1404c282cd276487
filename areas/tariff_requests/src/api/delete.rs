//! `DELETE /v1/ctcm/request/{id}/client/{cnum}`.

use axum::extract::State;
use http::StatusCode;

use super::caller::OnlineUser;
use super::error::TariffError;
use super::path::NamedRequest;
use crate::state::TariffRequestsState;
use crate::work::delete;

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
    delete::delete(&state, &user.viewer(), &cnum, id).await?;
    Ok(StatusCode::OK)
}
