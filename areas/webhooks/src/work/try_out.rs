//! Sends a test event.

use std::sync::Arc;

use events::{Data, EventId, EventType, NewEvent, TestData};
use idempotency::Keep;
use serde_json::json;
use store::{StoreError, Tx};

use super::administration::{Administration, Decision, WebhookError};
use super::dispatch::{log, tell};
use super::job_kind::DELIVER;
use crate::webhook::WebhookId;

/// Has a test event delivered to this webhook alone, whatever types it wants. Events that wait for their number are
/// dispatched in the same unit of work.
pub(crate) async fn try_out(
    by: &Administration,
    id: WebhookId,
    keep: Keep<Option<EventId>>,
) -> Result<Option<EventId>, WebhookError> {
    if jobs::stands_still_since(&by.state.store).await?.is_some() {
        return Err(StoreError::Unavailable("the database was restored and stands still".to_owned()).into());
    }
    let (decision, asked) = (Decision::of_request(by), Arc::clone(&by.state.asked));
    let work = move |tx: &mut Tx| {
        let webhook = decision.webhook_to_tell(tx, id, &asked.singles)?;
        let data = Data::Test(TestData { webhook_id: id.to_string() });
        let event = NewEvent::of_company(decision.now, EventType::WebhookTest, &webhook.company, data);
        events::record(tx, &event)?;
        let numbered = events::number(tx, decision.now, &*decision.by.state.randomness)?;
        tell(tx, &numbered, decision.now)?;
        decision.record(tx, "webhook.tried", id, json!({}))?;
        let key = id.to_string();
        let own =
            numbered.iter().rev().find(|event| event.object_kind == "webhook" && event.object_id == key);
        let own = own.map(|event| event.id);
        keep.keep(tx, &own)?;
        Ok::<_, WebhookError>((numbered, own))
    };
    let (numbered, event) = by.state.store.write("webhooks.try", work).await?;
    log(&numbered);
    by.state.wake.notify(DELIVER);
    Ok(event)
}
