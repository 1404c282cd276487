//! `POST /v1/webhooks/{id}/redeliveries`.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{AreaJson, AreaPath, EdgeError};
use http::StatusCode;
use kernel::Instant;

use super::caller::OnlineUser;
use super::error::ApiError;
use super::path::WebhookPath;
use super::wire::{Redelivered, Redelivery};
use super::{BODY_BYTES_MAX, examples, json};
use crate::state::WebhooksState;
use crate::work::redeliver::{redeliver_event, redeliver_period};

/// Deliver events again
///
/// One event, or those of a period that the webhook was to be told of: whether they arrived or not, under the
/// identifiers that they had.
#[utoipa::path(
    post,
    path = "/v1/webhooks/{id}/redeliveries",
    tag = "Webhooks",
    request_body(content = Redelivery, example = json!(examples::period())),
    responses((status = 202, description = "They are on their way.", body = Redelivered,
        example = json!({"events": 12}))),
)]
pub(super) async fn redeliver_events(
    State(state): State<WebhooksState>,
    user: OnlineUser,
    AreaPath(path, _): AreaPath<ApiError, WebhookPath>,
    AreaJson(asked, _): AreaJson<ApiError, Redelivery, BODY_BYTES_MAX>,
) -> Result<Response, ApiError> {
    let (id, administrator) = (path.id()?, user.administrator());
    let events = match asked {
        Redelivery { event_id: Some(event), from: None, to: None } => {
            redeliver_event(&state, &administrator, id, event).await?;
            1
        }
        Redelivery { event_id: None, from: Some(from), to: Some(to) } => {
            let period = (moment("from", &from)?, moment("to", &to)?);
            redeliver_period(&state, &administrator, id, period).await?
        }
        _ => return Err(ApiError::Period),
    };
    Ok((StatusCode::ACCEPTED, json(&Redelivered { events })).into_response())
}

fn moment(name: &str, text: &str) -> Result<Instant, ApiError> {
    let wrong = |_| EdgeError::malformed(format!("`{name}` must be a moment such as 2026-11-20T00:00:00Z"));
    let timestamp: jiff::Timestamp = text.parse().map_err(wrong)?;
    Ok(timestamp.into())
}
