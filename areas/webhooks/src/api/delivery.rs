//! `GET /v1/webhooks/{id}/deliveries/{event_id}`.

use axum::extract::State;
use axum::response::Response;
use edge::{AreaPath, EdgeError};
use events::Event;

use super::caller::OnlineUser;
use super::error::ApiError;
use super::path::DeliveryPath;
use super::wire::DeliveryDetail;
use super::{examples, json};
use crate::state::WebhooksState;
use crate::work::log;

/// Delivery of one event
///
/// With what is sent and with its attempts: address, time, status and the beginning of the answer.
#[utoipa::path(
    get,
    path = "/v1/webhooks/{id}/deliveries/{event_id}",
    tag = "Webhooks",
    responses((status = 200, description = "The delivery.", body = DeliveryDetail<'static>,
         example = json!(examples::detail()))),
)]
pub(super) async fn get_delivery(
    State(state): State<WebhooksState>,
    user: OnlineUser,
    AreaPath(path, _): AreaPath<ApiError, DeliveryPath>,
) -> Result<Response, ApiError> {
    let id = path.id.parse().map_err(|_| ApiError::NotFound)?;
    let told = log::delivery(&state, &user.administrator(), id, &path.event_id).await?;
    let event = told.event.as_ref().map(Event::envelope).transpose();
    Ok(json(&DeliveryDetail {
        delivery: (&told.logged).into(),
        event: event.map_err(|error| EdgeError::internal(error.to_string()))?,
        attempts: told.attempts.iter().map(Into::into).collect(),
    }))
}
