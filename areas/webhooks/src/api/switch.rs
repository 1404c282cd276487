//! `POST /v1/webhooks/{id}/on` and `…/off`.

use axum::extract::State;
use axum::response::Response;
use edge::AreaPath;

use super::caller::OnlineUser;
use super::error::ApiError;
use super::path::WebhookPath;
use super::wire::WebhookView;
use super::{examples, json};
use crate::state::WebhooksState;
use crate::work::switch;

/// Switch a webhook on
///
/// What waited when it was switched off is delivered. Of what happened meanwhile it is not told: `GET /v1/events` is.
#[utoipa::path(
    post,
    path = "/v1/webhooks/{id}/on",
    tag = "Webhooks",
    responses((status = 200, description = "The webhook.", body = WebhookView, example = json!(examples::webhook()))),
)]
pub(super) async fn switch_on_webhook(
    State(state): State<WebhooksState>,
    user: OnlineUser,
    AreaPath(path, _): AreaPath<ApiError, WebhookPath>,
) -> Result<Response, ApiError> {
    let webhook = switch::switch_on(&state, &user.administrator(), path.id()?).await?;
    Ok(json(&WebhookView::from(&webhook)))
}

/// Switch a webhook off
///
/// What waits goes on waiting.
#[utoipa::path(
    post,
    path = "/v1/webhooks/{id}/off",
    tag = "Webhooks",
    responses((status = 200, description = "The webhook.", body = WebhookView, example = json!(examples::webhook()))),
)]
pub(super) async fn switch_off_webhook(
    State(state): State<WebhooksState>,
    user: OnlineUser,
    AreaPath(path, _): AreaPath<ApiError, WebhookPath>,
) -> Result<Response, ApiError> {
    let webhook = switch::switch_off(&state, &user.administrator(), path.id()?).await?;
    Ok(json(&WebhookView::from(&webhook)))
}
