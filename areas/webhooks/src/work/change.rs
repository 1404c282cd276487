//! Changes the terms of a webhook.

use serde_json::json;
use store::Tx;

use super::administration::{Administration, Decision, WebhookError};
use super::job_kind::DELIVER;
use super::reading::may_read;
use crate::store::{deliveries, webhooks};
use crate::webhook::{Wanted, Webhook, WebhookId, WebhookState};
use outgoing::address::Address;

/// Checks what [`change`] checks in its unit of work too, but the version: no one-time code is spent on a refusal.
pub(crate) async fn check_change(
    by: &Administration,
    id: WebhookId,
    terms: (Address, Wanted),
) -> Result<(), WebhookError> {
    let decision = Decision::of_request(by);
    let work = move |tx: &mut Tx| {
        let before = decision.webhook(tx, id)?;
        check_readable(tx, &decision, &before, &terms)
    };
    by.state.store.read("webhooks.check_change", work).await
}

/// Gives a webhook another address and other types, unless it is another than the version that was `seen`. What waits
/// is delivered to another address at once, with all the patience there is: the old one's failures are not its own.
pub(crate) async fn change(
    by: &Administration,
    (id, seen): (WebhookId, Option<i64>),
    terms: (Address, Wanted),
) -> Result<Webhook, WebhookError> {
    let decision = Decision::of_request(by);
    let work = move |tx: &mut Tx| {
        let before = decision.webhook(tx, id)?;
        if seen.is_some_and(|seen| seen != before.version) {
            return Err(WebhookError::Changed);
        }
        let (address, wanted) = &terms;
        let has_moved = before.address != *address;
        if has_moved {
            // Nothing comes to wait for it until the unit has ended.
            events::hold(tx)?;
        }
        check_readable(tx, &decision, &before, &terms)?;
        if !webhooks::change(tx, id, before.version, address, wanted)? {
            return Err(WebhookError::Changed);
        }
        if before.state == WebhookState::On && has_moved {
            let key = id.to_string();
            // The round that is under way is the old address's.
            jobs::cancel(tx, DELIVER, &key)?;
            deliveries::begin_afresh(tx, &key, decision.now)?;
            jobs::call(tx, DELIVER, &key, decision.now)?;
        }
        let detail = json!({
            "address": address.shown_in_trail(),
            "address_before": before.address.shown_in_trail(),
            "types": wanted.names(),
        });
        decision.record(tx, "webhook.changed", id, detail)?;
        decision.webhook(tx, id)
    };
    let webhook = by.state.store.write("webhooks.change", work).await?;
    by.state.wake.notify(DELIVER);
    Ok(webhook)
}

/// Checks that the user may read what a webhook is to be told of, and what waits for one that moves: it goes to the new
/// address, whatever types are wanted there.
fn check_readable(
    tx: &mut Tx,
    decision: &Decision,
    before: &Webhook,
    (address, wanted): &(Address, Wanted),
) -> Result<(), WebhookError> {
    let rights = decision.check_wanted(tx, wanted)?;
    if before.address == *address {
        return Ok(());
    }
    let may = |name: &String| name.parse().is_ok_and(|event_type| may_read(rights, event_type));
    let waiting = deliveries::waiting_types(tx, before.id)?;
    if waiting.iter().all(may) { Ok(()) } else { Err(WebhookError::NotReadable) }
}
