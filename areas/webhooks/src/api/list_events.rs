//! `GET /v1/events`.

use axum::response::Response;
use edge::{AreaQuery, EdgeError};
use events::Event;

use super::asked::EventsAsked;
use super::caller::OnlineUser;
use super::error::ApiError;
use super::wire::{EventsPage, cursor_text};
use super::{examples, json};
use crate::work;

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
    let page = work::list_events::list_events(
        &user.by.state,
        &user.caller,
        (asked.after, asked.limit),
        asked.event_type,
    )
    .await?;
    let envelopes: Result<Vec<_>, _> = page.events.iter().map(Event::envelope).collect();
    let envelopes = envelopes.map_err(|error| EdgeError::internal(error.to_string()))?;
    Ok(json(&EventsPage { events: envelopes, next_cursor: cursor_text(page.next), has_more: page.has_more }))
}
