//! Gives a webhook other secrets.

use idempotency::Keep;
use serde_json::json;
use store::Tx;

use super::administration::{Administration, Decision, ShownSecret, WebhookError, mint};
use crate::store::webhooks;
use crate::webhook::{OVERLAP_S, Webhook, WebhookId};

/// Gives a webhook other secrets and shows them. Those before sign beside them for a day, so that the receiver can be
/// changed at any time of it. Nothing happens to another version than the one that was `seen`: a form that is sent
/// again would end the secret that the receiver has.
pub(crate) async fn rotate(
    by: &Administration,
    (id, seen): (WebhookId, Option<i64>),
    keep: Keep<ShownSecret>,
) -> Result<ShownSecret, WebhookError> {
    let decision = Decision::of_request(by);
    let (secret, sealed) = mint(&by.state.master_key, id, &*by.state.randomness)?;
    let (secret, public_key) = (secret.shared_text(), secret.public_text()?);
    let work = move |tx: &mut Tx| {
        let before = decision.webhook(tx, id)?;
        if seen.is_some_and(|seen| seen != before.version) {
            return Err(WebhookError::Changed);
        }
        let until = decision.now.plus_seconds(OVERLAP_S);
        if !webhooks::rotate(tx, id, before.version, until, sealed.clone())? {
            return Err(WebhookError::Changed);
        }
        decision.record(tx, "webhook.secret_replaced", id, json!({ "overlap_s": OVERLAP_S }))?;
        let webhook = Webhook { version: before.version + 1, previous_until: Some(until), ..before };
        let shown = ShownSecret { webhook, secret: secret.clone(), public_key: public_key.clone() };
        keep.keep(tx, &shown)?;
        Ok(shown)
    };
    by.state.store.write("webhooks.rotate", work).await
}
