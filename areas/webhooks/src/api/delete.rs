//! `DELETE /v1/webhooks/{id}`.

use axum::extract::State;
use edge::AreaPath;
use http::StatusCode;

use super::caller::OnlineUser;
use super::error::ApiError;
use super::path::WebhookPath;
use crate::state::WebhooksState;
use crate::work::switch::delete;

/// Delete a webhook
///
/// It is told of nothing any more, and its log is gone.
#[utoipa::path(
    delete,
    path = "/v1/webhooks/{id}",
    tag = "Webhooks",
    responses((status = 204, description = "It is gone.")),
)]
pub(super) async fn delete_webhook(
    State(state): State<WebhooksState>,
    user: OnlineUser,
    AreaPath(path, _): AreaPath<ApiError, WebhookPath>,
) -> Result<StatusCode, ApiError> {
    delete(&state, &user.administrator(), path.id()?).await?;
    Ok(StatusCode::NO_CONTENT)
}
