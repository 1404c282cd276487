//! Delivers again what was delivered, or could not be.

use kernel::Instant;
use serde_json::json;
use store::Tx;

use super::administration::{Administrator, Decision, WebhookError};
use super::job_kind::DELIVER;
use crate::state::WebhooksState;
use crate::store::deliveries;
use crate::webhook::{WebhookId, WebhookState};

/// The most events of a period that are delivered again at once.
pub(crate) const REDELIVERED_MAX: usize = 10_000;
/// The events that one unit of work looks at.
const BATCH: i64 = 1_000;

/// Has one event delivered again.
pub(crate) async fn redeliver_event(
    state: &WebhooksState,
    administrator: &Administrator,
    id: WebhookId,
    event_id: String,
) -> Result<(), WebhookError> {
    let decision = Decision::of_request(state, administrator);
    let work = move |tx: &mut Tx| {
        let webhook = decision.webhook(tx, id)?;
        if webhook.state != WebhookState::On {
            return Err(WebhookError::SwitchedOff);
        }
        if !deliveries::repeat(tx, id, &event_id, decision.now)? {
            return Err(WebhookError::EventNotFound);
        }
        jobs::call(tx, DELIVER, &id.to_string(), decision.now)?;
        Ok(decision.record(tx, "webhook.redelivered", id, json!({ "event_id": event_id }))?)
    };
    state.store.write("webhooks.redeliver", work).await?;
    state.wake.notify(DELIVER);
    Ok(())
}

/// Has the events of a period delivered again, those at `to` not included: up to [`REDELIVERED_MAX`], in small units of
/// work. Returns their number.
pub(crate) async fn redeliver_period(
    state: &WebhooksState,
    administrator: &Administrator,
    id: WebhookId,
    period: (Instant, Instant),
) -> Result<usize, WebhookError> {
    if period.1 <= period.0 {
        return Err(WebhookError::Period);
    }
    let (mut after, mut count) = (0, 0);
    while count < REDELIVERED_MAX {
        let decision = Decision::of_request(state, administrator);
        let batch = move |tx: &mut Tx| repeat(tx, &decision, id, after, period);
        let found = state.store.write("webhooks.redeliver", batch).await?;
        let Some(last) = found.last() else { break };
        (after, count) = (*last, count + found.len());
    }
    state.wake.notify(DELIVER);
    Ok(count)
}

fn repeat(
    tx: &mut Tx,
    decision: &Decision,
    id: WebhookId,
    after: i64,
    period: (Instant, Instant),
) -> Result<Vec<i64>, WebhookError> {
    let webhook = decision.webhook(tx, id)?;
    if webhook.state != WebhookState::On {
        return Err(WebhookError::SwitchedOff);
    }
    let found = deliveries::of_period(tx, id, after, period, BATCH)?;
    if found.is_empty() {
        return Ok(found);
    }
    deliveries::repeat_numbers(tx, id, &found, decision.now)?;
    jobs::call(tx, DELIVER, &id.to_string(), decision.now)?;
    let detail = json!({
        "from": period.0.to_timestamp().to_string(),
        "to": period.1.to_timestamp().to_string(),
        "events": found.len(),
    });
    decision.record(tx, "webhook.redelivered", id, detail)?;
    Ok(found)
}
