//! Switches a webhook on and off, and deletes it.

use serde_json::json;
use store::Tx;

use super::administration::{Administration, Decision, WebhookError};
use super::job_kind::DELIVER;
use crate::store::{deliveries, webhooks};
use crate::webhook::{Webhook, WebhookId, WebhookState};

/// Switches a webhook on. What waits from before is delivered, with all the patience there is; of what happened
/// meanwhile it is not told.
pub(crate) async fn switch_on(by: &Administration, id: WebhookId) -> Result<Webhook, WebhookError> {
    let webhook = move_to(by, id, WebhookState::On).await?;
    by.state.wake.notify(DELIVER);
    Ok(webhook)
}

/// Switches a webhook off. What waits goes on waiting.
pub(crate) async fn switch_off(by: &Administration, id: WebhookId) -> Result<Webhook, WebhookError> {
    move_to(by, id, WebhookState::Off).await
}

/// Deletes a webhook; its log goes with it, bit by bit.
pub(crate) async fn delete(by: &Administration, id: WebhookId) -> Result<(), WebhookError> {
    move_to(by, id, WebhookState::Deleted).await.map(|_| ())
}

/// Moves a webhook to a state; one that is there already stays as it is.
async fn move_to(by: &Administration, id: WebhookId, to: WebhookState) -> Result<Webhook, WebhookError> {
    let decision = Decision::of_request(by);
    let work = move |tx: &mut Tx| {
        let before = decision.webhook(tx, id)?;
        if before.state == to {
            return Ok(before);
        }
        let key = id.to_string();
        if !webhooks::move_state(tx, &key, before.state, to)? {
            return Err(WebhookError::Changed);
        }
        let action = match to {
            WebhookState::On => {
                deliveries::begin_afresh(tx, &key, decision.now)?;
                jobs::call(tx, DELIVER, &key, decision.now)?;
                "webhook.switched_on"
            }
            WebhookState::Off | WebhookState::Unreachable => {
                jobs::cancel(tx, DELIVER, &key)?;
                "webhook.switched_off"
            }
            WebhookState::Deleted => {
                jobs::cancel(tx, DELIVER, &key)?;
                "webhook.deleted"
            }
        };
        decision.record(tx, action, id, json!({ "before": before.state.as_str() }))?;
        Ok(Webhook { state: to, version: before.version + 1, failing_since: None, ..before })
    };
    by.state.store.write("webhooks.switch", work).await
}
