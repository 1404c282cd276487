//! `GET /v1/webhooks/{id}`.

use axum::extract::State;
use axum::response::Response;
use edge::AreaPath;

use super::caller::OnlineUser;
use super::error::ApiError;
use super::path::WebhookPath;
use super::wire::WebhookView;
use super::{examples, json};
use crate::state::WebhooksState;
use crate::work::log;

/// One webhook
#[utoipa::path(
    get,
    path = "/v1/webhooks/{id}",
    tag = "Webhooks",
    responses((status = 200, description = "The webhook.", body = WebhookView, example = json!(examples::webhook()))),
)]
pub(super) async fn get_webhook(
    State(state): State<WebhooksState>,
    user: OnlineUser,
    AreaPath(path, _): AreaPath<ApiError, WebhookPath>,
) -> Result<Response, ApiError> {
    let webhook = log::get(&state, &user.administrator(), path.id()?).await?;
    Ok(json(&WebhookView::from(&webhook)))
}
