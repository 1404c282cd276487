//! Changes the terms of a webhook.

use serde_json::json;
use store::Tx;

use super::administration::{Administration, Decision, WebhookError};
use crate::store::webhooks;
use crate::webhook::{Wanted, Webhook, WebhookId};
use outgoing::address::Address;

/// Gives a webhook another address and other types, unless it is another than the version that was `seen`. What waits
/// is delivered to the new address.
pub(crate) async fn change(
    by: &Administration,
    (id, seen): (WebhookId, Option<i64>),
    (address, wanted): (Address, Wanted),
) -> Result<Webhook, WebhookError> {
    let decision = Decision::of_request(by);
    let work = move |tx: &mut Tx| {
        let before = decision.webhook(tx, id)?;
        if seen.is_some_and(|seen| seen != before.version) {
            return Err(WebhookError::Changed);
        }
        decision.check_wanted(tx, &wanted)?;
        if !webhooks::change(tx, id, before.version, &address, &wanted)? {
            return Err(WebhookError::Changed);
        }
        let detail = json!({
            "address": address.shown_in_trail(),
            "address_before": before.address.shown_in_trail(),
            "types": wanted.names(),
        });
        decision.record(tx, "webhook.changed", id, detail)?;
        decision.webhook(tx, id)
    };
    by.state.store.write("webhooks.change", work).await
}
