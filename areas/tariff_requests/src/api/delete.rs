//! `DELETE /v1/ctcm/request/{id}/client/{cnum}`.

use axum::extract::State;
use edge::AreaPath;
use http::StatusCode;

use super::caller::{OnlineUser, client, request_id};
use super::document::{RequestPath, RoleFailure};
use super::error::TariffError;
use super::examples;
use super::wire::TariffErrorBody;
use crate::state::TariffRequestsState;
use crate::work::delete;

/// Delete an unsigned request
///
/// It is gone from every operation; the bank keeps it for the audit.
#[utoipa::path(
    delete,
    path = "/v1/ctcm/request/{id}/client/{cnum}",
    operation_id = "deleteTariffRequest",
    tag = "Tariff requests",
    params(RequestPath),
    responses(
        (status = 200, description = "The request is deleted."),
        (status = 400, description = "There is no such client or request, or somebody has signed it.",
            body = TariffErrorBody, examples(
            ("validationError" = (summary = "The id is no number", value = json!(examples::id_error()))),
            ("clientNotFound" = (summary = "No such client", value = json!(examples::client_not_found()))),
            ("requestNotFound" = (summary = "No such request", value = json!(examples::request_not_found()))),
            ("requestNotUnsigned" = (summary = "It is signed", value = json!(examples::request_not_unsigned()))),
        )),
        RoleFailure,
    ),
    security(("accessToken" = [], "idToken" = [])),
)]
pub(super) async fn delete(
    State(state): State<TariffRequestsState>,
    user: OnlineUser,
    AreaPath((id, cnum), _): AreaPath<TariffError, (String, String)>,
) -> Result<StatusCode, TariffError> {
    let (id, cnum) = (request_id(&id)?, client(&cnum)?);
    delete::delete(&state, &user.viewer(), &cnum, id).await?;
    Ok(StatusCode::OK)
}
