//! `GET /v1/events`.

use axum::Json;
use axum::response::{IntoResponse, Response};
use edge::{AreaQuery, EdgeError};
use events::Event;

use super::asked::EventsAsked;
use super::caller::OnlineUser;
use super::error::ApiError;
use super::examples;
use super::wire::{EventsPage, cursor_text};
use crate::work::list_events::list_events as list;

/// Events after a place
///
/// The events of the company and those of every company, the oldest first, as far as the user may see what they tell
/// of. Hand back `nextCursor` as `after`: no event is left out, and none comes twice. Events are kept for the days
/// that the bank has set, 90 by default. An extension of the specification.
#[utoipa::path(
    get,
    path = "/v1/events",
    tag = "Events",
    responses((status = 200, description = "The events.", body = EventsPage<'static>,
        example = json!(examples::events()))),
)]
pub(super) async fn list_events(
    user: OnlineUser,
    AreaQuery(asked, _): AreaQuery<ApiError, EventsAsked>,
) -> Result<Response, ApiError> {
    let EventsAsked { after, limit, event_type } = asked;
    let page = list(&user.by.state, &user.caller, (after, limit), event_type).await?;
    let envelopes: Result<Vec<_>, _> = page.events.iter().map(Event::envelope).collect();
    let envelopes = envelopes.map_err(|error| EdgeError::internal(error.to_string()))?;
    let next_cursor = cursor_text(page.next);
    Ok(Json(EventsPage { events: envelopes, next_cursor, has_more: page.has_more }).into_response())
}
