//! `GET /v1/ctcm/request/{id}/client/{cnum}/state/history`.

use axum::extract::State;
use axum::response::Response;
use edge::AreaPath;

use super::caller::{OnlineUser, client, request_id};
use super::document::{RequestFailures, RequestPath, RoleFailure};
use super::error::TariffError;
use super::wire::{History, StateChangeView};
use super::{examples, json};
use crate::state::TariffRequestsState;
use crate::store::requests::{self, Named};

/// State change history of a request
///
/// Every state from the first one on, oldest first.
#[utoipa::path(
    get,
    path = "/v1/ctcm/request/{id}/client/{cnum}/state/history",
    operation_id = "getTariffRequestHistory",
    tag = "Tariff requests",
    params(RequestPath),
    responses(
        (status = 200, description = "The history.", body = History, example = json!(examples::history())),
        RequestFailures,
        RoleFailure,
    ),
    security(("accessToken" = [], "idToken" = [])),
)]
pub(super) async fn history(
    State(state): State<TariffRequestsState>,
    user: OnlineUser,
    AreaPath((id, cnum), _): AreaPath<TariffError, (String, String)>,
) -> Result<Response, TariffError> {
    let (id, cnum) = (request_id(&id)?, client(&cnum)?);
    let request = requests::find(&state.store, &user.viewer(), &cnum, Named::Id(id)).await??;
    let changes = requests::history(&state.store, request.id).await?;
    let states = changes.iter().map(|change| StateChangeView {
        state: change.state.as_str(),
        date: state.zone.date_time_text(change.at),
        author: change.author.as_str().to_owned(),
    });
    Ok(json(&History { id: request.id.number(), states: states.collect() }))
}
