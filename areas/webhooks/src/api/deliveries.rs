//! `GET /v1/webhooks/{id}/deliveries`.

use axum::extract::State;
use axum::response::Response;
use edge::{AreaPath, AreaQuery};

use super::asked::DeliveriesAsked;
use super::caller::OnlineUser;
use super::error::ApiError;
use super::path::WebhookPath;
use super::wire::DeliveriesPage;
use super::{examples, json};
use crate::state::WebhooksState;
use crate::work::log;

/// Log of a webhook
///
/// Its deliveries, the newest first.
#[utoipa::path(
    get,
    path = "/v1/webhooks/{id}/deliveries",
    tag = "Webhooks",
    responses((status = 200, description = "The deliveries.", body = DeliveriesPage,
        example = json!(examples::deliveries()))),
)]
pub(super) async fn list_deliveries(
    State(state): State<WebhooksState>,
    user: OnlineUser,
    AreaPath(path, _): AreaPath<ApiError, WebhookPath>,
    AreaQuery(asked, _): AreaQuery<ApiError, DeliveriesAsked>,
) -> Result<Response, ApiError> {
    let page = (asked.before, i64::from(asked.limit));
    let found = log::deliveries(&state, &user.administrator(), path.id()?, page).await?;
    Ok(json(&DeliveriesPage::new(&found, asked.limit)))
}
