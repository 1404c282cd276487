//! `GET /v1/webhooks/{id}/deliveries/{event_id}`.

use axum::extract::State;
use axum::response::Response;
use edge::AreaPath;

use super::caller::OnlineUser;
use super::error::ApiError;
use super::path::DeliveryPath;
use super::wire::DeliveryDetail;
use super::{examples, json};
use crate::state::WebhooksState;
use crate::work::log;

/// Delivery of one event
///
/// With its attempts: address, time, status and the beginning of the answer.
#[utoipa::path(
    get,
    path = "/v1/webhooks/{id}/deliveries/{event_id}",
    tag = "Webhooks",
    responses((status = 200, description = "The delivery.", body = DeliveryDetail, example = json!(examples::detail()))),
)]
pub(super) async fn get_delivery(
    State(state): State<WebhooksState>,
    user: OnlineUser,
    AreaPath(path, _): AreaPath<ApiError, DeliveryPath>,
) -> Result<Response, ApiError> {
    let id = path.id.parse().map_err(|_| ApiError::NotFound)?;
    let (delivery, attempts) = log::delivery(&state, &user.administrator(), id, &path.event_id).await?;
    let attempts = attempts.iter().map(Into::into).collect();
    Ok(json(&DeliveryDetail { delivery: (&delivery).into(), attempts }))
}
