//! `GET /v1/webhooks`.

use axum::extract::State;
use axum::response::Response;

use super::caller::OnlineUser;
use super::error::ApiError;
use super::wire::WebhookList;
use super::{examples, json};
use crate::state::WebhooksState;
use crate::work::log;

/// Webhooks of the software
///
/// Those that the calling software has for the company. It takes the right to administer the company.
#[utoipa::path(
    get,
    path = "/v1/webhooks",
    tag = "Webhooks",
    responses((status = 200, description = "The webhooks.", body = WebhookList, example = json!(examples::webhooks()))),
)]
pub(super) async fn list_webhooks(
    State(state): State<WebhooksState>,
    user: OnlineUser,
) -> Result<Response, ApiError> {
    let found = log::list(&state, &user.administrator()).await?;
    Ok(json(&WebhookList { webhooks: found.iter().map(Into::into).collect() }))
}
