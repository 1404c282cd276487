//! `POST /v1/webhooks/{id}/test`.

use axum::extract::State;
use axum::response::Response;
use edge::AreaPath;
use events::EventId;
use http::StatusCode;
use idempotency::{Answered, Keyed};

use super::caller::OnlineUser;
use super::error::ApiError;
use super::examples;
use super::path::WebhookPath;
use super::wire::TestSent;
use crate::state::WebhooksState;
use crate::work::try_out::try_out;

/// Send a test event
///
/// A `webhook.test` goes to this webhook alone, whatever types it has. Its delivery is in the log.
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
    keyed: Keyed<ApiError>,
) -> Result<Response, ApiError> {
    let id = path.id()?;
    let render = |event: &Option<EventId>| {
        let sent = TestSent { event_id: event.as_ref().map(ToString::to_string) };
        Answered::json(StatusCode::ACCEPTED, &sent)
    };
    let work = async |keep| Ok(try_out(&state, &user.administrator(), id, keep).await?);
    state.idempotency.answer(keyed, user.caller(), render, work).await
}
