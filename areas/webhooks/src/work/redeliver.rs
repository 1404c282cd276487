//! Delivers again what was delivered, or could not be.

use std::sync::Arc;

use kernel::Instant;
use serde_json::json;
use store::Tx;

use super::administration::{Administration, Decision, WebhookError};
use super::job_kind::DELIVER;
use super::reading::may_send;
use crate::store::deliveries;
use crate::webhook::{REDELIVERED_MAX, Wanted, WebhookId};

/// The events that one unit of work looks at.
const BATCH: usize = 1_000;

pub(crate) async fn redeliver_event(
    by: &Administration,
    id: WebhookId,
    event_id: String,
) -> Result<(), WebhookError> {
    let (decision, asked) = (Decision::of_request(by), Arc::clone(&by.state.asked));
    let work = move |tx: &mut Tx| {
        let webhook = decision.webhook_to_tell(tx, id, &asked.singles)?;
        let rights = decision.check(tx)?;
        let found = deliveries::number_and_type(tx, id, &event_id)?;
        let (seq, event_type) = found.ok_or(WebhookError::EventNotFound)?;
        if !may_send(rights, &webhook.wanted, &event_type) {
            return Err(WebhookError::NotReadable);
        }
        deliveries::repeat(tx, id, &[seq], decision.now)?;
        jobs::call(tx, DELIVER, &id.to_string(), decision.now)?;
        Ok(decision.record(tx, "webhook.redelivered", id, json!({ "event_id": event_id }))?)
    };
    by.state.store.write("webhooks.redeliver", work).await?;
    by.state.wake.notify(DELIVER);
    Ok(())
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Repeated {
    pub(crate) events: usize,
    /// True when they are the first of the period, and there is more of it.
    pub(crate) is_cut: bool,
}

/// Has the events of a period delivered again, those at `to` not included: up to [`REDELIVERED_MAX`], in small units of
/// work, and as many as the integration may still ask for in this hour; those that the user may not have sent are left
/// out.
pub(crate) async fn redeliver_period(
    by: &Administration,
    id: WebhookId,
    period: (Instant, Instant),
) -> Result<Repeated, WebhookError> {
    if period.1 <= period.0 {
        return Err(WebhookError::Period);
    }
    let (mut events, mut after) = (0, 0);
    while events < REDELIVERED_MAX {
        let repeated_max = REDELIVERED_MAX - events;
        let (decision, asked) = (Decision::of_request(by), Arc::clone(&by.state.asked));
        let batch = move |tx: &mut Tx| {
            let webhook = decision.webhook_to_tell(tx, id, &asked.batches)?;
            // One more tells whether another batch follows.
            let mut found = deliveries::of_period(tx, id, after, period, BATCH + 1)?;
            let has_more = found.len() > BATCH;
            found.truncate(BATCH);
            let wanted = (id, &webhook.wanted);
            let (repeated, is_cut) = repeat(tx, &decision, wanted, (&found, repeated_max), period)?;
            Ok::<_, WebhookError>((repeated, is_cut, found.pop().filter(|_| has_more)))
        };
        let (repeated, is_cut, last) = match by.state.store.write("webhooks.redeliver", batch).await {
            Err(WebhookError::TooOften(_)) if events > 0 => break,
            done => done?,
        };
        // Each batch is committed, whatever becomes of those after it.
        by.state.wake.notify(DELIVER);
        events += repeated;
        let Some((last, _)) = last else { return Ok(Repeated { events, is_cut }) };
        after = last;
    }
    Ok(Repeated { events, is_cut: true })
}

/// Has those of the `found` events delivered again that the user may have sent, the first `repeated_max` of them.
/// Returns their number, and whether others were left out for it.
fn repeat(
    tx: &mut Tx,
    decision: &Decision,
    (id, wanted): (WebhookId, &Wanted),
    (found, repeated_max): (&[(i64, String)], usize),
    period: (Instant, Instant),
) -> Result<(usize, bool), WebhookError> {
    let rights = decision.check(tx)?;
    let may = |(_, event_type): &&(i64, String)| may_send(rights, wanted, event_type);
    let mut seqs: Vec<i64> = found.iter().filter(may).map(|(seq, _)| *seq).collect();
    let is_cut = seqs.len() > repeated_max;
    seqs.truncate(repeated_max);
    if seqs.is_empty() {
        return Ok((0, false));
    }
    deliveries::repeat(tx, id, &seqs, decision.now)?;
    jobs::call(tx, DELIVER, &id.to_string(), decision.now)?;
    let detail = json!({
        "from": period.0.to_timestamp().to_string(),
        "to": period.1.to_timestamp().to_string(),
        "events": seqs.len(),
    });
    decision.record(tx, "webhook.redelivered", id, detail)?;
    Ok((seqs.len(), is_cut))
}
