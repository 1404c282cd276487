//! `GET /v1/ctcm/request/{id}/client/{cnum}/state/history`.

use super::caller::OnlineUser;
use super::error::TariffError;
use super::path::NamedRequest;
use super::wire::{History, StateChangeView};
use super::{examples, json};
use crate::state::TariffRequestsState;
use crate::store::requests::{self, Named};
use axum::extract::State;
use axum::response::Response;

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
    let request = requests::find(&state.store, &user.viewer(), &cnum, Named::Id(id)).await??;
    let changes = requests::history(&state.store, request.id).await?;
    let states = changes.iter().map(|change| StateChangeView {
        state: change.state,
        date: state.zone.date_time_text(change.at),
        author: change.author.as_str().to_owned(),
    });
    Ok(json(&History { id: request.id.number(), states: states.collect() }))
}
