//! Reads events for software that was away, or has no address of its own (EVT-01).

use clients::Right;
use edge::Caller;
use events::{Event, EventType, LIST_MAX};
use store::{StoreError, Tx};

use super::administration::WebhookError;
use super::reading::may_read;
use crate::state::WebhooksState;

/// The most pages that are looked through for events of the types asked for.
const LOOKS_MAX: usize = 10;

#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) events: Vec<Event>,
    /// The number after which the next page begins.
    pub(crate) next: i64,
    /// True when there is more already.
    pub(crate) has_more: bool,
}

/// Lists the events of the caller's company after a number, as far as the user may read them.
pub(crate) async fn list_events(
    state: &WebhooksState,
    caller: &Caller,
    (after, limit): (Option<i64>, u16),
    event_type: Option<EventType>,
) -> Result<Page, WebhookError> {
    let (user, company, client) = (caller.user.clone(), caller.company.clone(), caller.client.clone());
    let work = move |tx: &mut Tx| {
        let is_registered = clients::is_registered_for(tx, &client, &company)?;
        Ok::<_, StoreError>(is_registered.then_some(clients::rights(tx, &user, &company)?))
    };
    let rights = state.store.read("webhooks.rights", work).await?;
    let rights = rights.filter(|rights| rights.contains(Right::Act)).ok_or(WebhookError::NotListed)?;
    let is_wanted = |event: &Event| {
        may_read(rights, event.event_type) && event_type.is_none_or(|wanted| wanted == event.event_type)
    };
    let mut page = Page { events: Vec::new(), next: after.unwrap_or(0), has_more: true };
    for _ in 0..LOOKS_MAX {
        let most = LIST_MAX.min(limit);
        let found = events::list(&state.store, &caller.company, page.next, most).await?;
        if after.is_some_and(|after| after < found.forgotten_through) {
            return Err(WebhookError::Forgotten);
        }
        if let (Some(_), Some(through)) = (after, found.restored_through) {
            return Err(WebhookError::Restored(through));
        }
        let is_last = found.events.len() < usize::from(most);
        for event in found.events {
            let is_wanted = is_wanted(&event);
            if is_wanted && page.events.len() == usize::from(limit) {
                return Ok(page);
            }
            page.next = event.seq;
            if is_wanted {
                page.events.push(event);
            }
        }
        if is_last {
            // Everything given so far is seen. A cursor that waited for the next event of a quiet company would be
            // forgotten with the events of others.
            page.next = page.next.max(found.given_through);
            page.has_more = false;
            break;
        }
        // A page that is full looks on for one more.
    }
    Ok(page)
}
