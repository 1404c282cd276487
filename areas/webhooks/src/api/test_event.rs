//! `POST /v1/webhooks/{id}/test`.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::AreaPath;
use http::StatusCode;

use super::caller::OnlineUser;
use super::error::ApiError;
use super::path::WebhookPath;
use super::wire::TestSent;
use super::{examples, json};
use crate::state::WebhooksState;
use crate::work::try_out::try_out;

/// Send a test event
///
/// A `webhook.test` goes to this webhook alone, whatever types it has. Its delivery stands in the log.
#[utoipa::path(
    post,
    path = "/v1/webhooks/{id}/test",
    tag = "Webhooks",
    responses((status = 202, description = "It is on its way.", body = TestSent, example = json!(examples::test()))),
)]
pub(super) async fn send_test_event(
    State(state): State<WebhooksState>,
    user: OnlineUser,
    AreaPath(path, _): AreaPath<ApiError, WebhookPath>,
) -> Result<Response, ApiError> {
    let event = try_out(&state, &user.administrator(), path.id()?).await?;
    let sent = TestSent { event_id: event.map(|id| id.to_string()) };
    Ok((StatusCode::ACCEPTED, json(&sent)).into_response())
}
