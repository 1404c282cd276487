//! `POST /v1/webhooks/{id}/secret`.

use axum::extract::State;
use axum::response::Response;
use edge::AreaPath;
use http::StatusCode;
use idempotency::{Answered, Keyed};

use super::caller::OnlineUser;
use super::error::ApiError;
use super::examples;
use super::path::WebhookPath;
use super::wire::WebhookSecret;
use crate::state::WebhooksState;
use crate::work::administration::Shown;
use crate::work::rotate::rotate;

/// Replace the secret of a webhook
///
/// The answer has the new secret and the new public key, which are never shown again. For 24 hours those before sign
/// too, so that the receiver can be changed at any time of it.
#[utoipa::path(
    post,
    path = "/v1/webhooks/{id}/secret",
    tag = "Webhooks",
    responses((status = 200, description = "The webhook and its secret.", body = WebhookSecret,
        example = json!(examples::secret()))),
)]
pub(super) async fn replace_webhook_secret(
    State(state): State<WebhooksState>,
    user: OnlineUser,
    AreaPath(path, _): AreaPath<ApiError, WebhookPath>,
    keyed: Keyed<ApiError>,
) -> Result<Response, ApiError> {
    let id = path.id()?;
    let render = |shown: &Shown| Answered::json(StatusCode::OK, &WebhookSecret::from(shown));
    let work = async |keep| Ok(rotate(&state, &user.administrator(), id, keep).await?);
    state.idempotency.answer(keyed, user.caller(), render, work).await
}
