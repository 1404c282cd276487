//! Makes a webhook.

use idempotency::Keep;
use kernel::ClientId;
use serde_json::json;
use store::Tx;

use super::administration::{Administration, Decision, ShownSecret, WebhookError, mint};
use crate::store::webhooks;
use crate::webhook::{WEBHOOKS_PER_COMPANY_MAX, Wanted, Webhook, WebhookId, WebhookState};
use outgoing::address::Address;

#[derive(Clone, Debug)]
pub(crate) struct Terms {
    /// Its identifier, which makes one webhook; none to mint one.
    pub(crate) id: Option<WebhookId>,
    pub(crate) client: ClientId,
    pub(crate) address: Address,
    pub(crate) wanted: Wanted,
}

/// Checks what [`create`] checks in its unit of work too: no one-time code is spent on a refusal.
pub(crate) async fn check_new(
    by: &Administration,
    client: ClientId,
    wanted: Wanted,
) -> Result<(), WebhookError> {
    let decision = Decision::of_request(by);
    let work = move |tx: &mut Tx| {
        check_terms(tx, &decision, (&client, &wanted))?;
        let found = webhooks::of_company(tx, &decision.by.company)?;
        if found.len() < WEBHOOKS_PER_COMPANY_MAX { Ok(()) } else { Err(WebhookError::TooMany) }
    };
    by.state.store.read("webhooks.check_new", work).await
}

/// Checks that the integration is the company's, and that the user may read what the webhook is to be told of.
fn check_terms(
    tx: &mut Tx,
    decision: &Decision,
    (client, wanted): (&ClientId, &Wanted),
) -> Result<(), WebhookError> {
    let Administration { user, company, .. } = &decision.by;
    decision.check_wanted(tx, wanted)?;
    let found = clients::find_integration(tx, user, company, client)?;
    found.map(drop).ok_or(WebhookError::ClientNotFound)
}

/// Makes a webhook, which is told of events from now on, and shows its secret.
pub(crate) async fn create(
    by: &Administration,
    terms: Terms,
    keep: Keep<ShownSecret>,
) -> Result<ShownSecret, WebhookError> {
    let decision = Decision::of_request(by);
    let id = terms.id.unwrap_or_else(|| WebhookId::mint(decision.now, &*by.state.randomness));
    let (secret, sealed) = mint(&by.state.master_key, id, &*by.state.randomness)?;
    let webhook = Webhook {
        id,
        company: by.company.clone(),
        client: terms.client,
        address: terms.address,
        wanted: terms.wanted,
        state: WebhookState::On,
        version: 1,
        failing_since: None,
        previous_until: None,
        created_at: decision.now,
    };
    let shown = ShownSecret { secret: secret.shared_text(), public_key: secret.public_text()?, webhook };
    let made = shown.clone();
    let work = move |tx: &mut Tx| {
        write(tx, &decision, &made.webhook, &sealed)?;
        Ok::<_, WebhookError>(keep.keep(tx, &made)?)
    };
    by.state.store.write("webhooks.create", work).await?;
    Ok(shown)
}

fn write(tx: &mut Tx, decision: &Decision, webhook: &Webhook, sealed: &[u8]) -> Result<(), WebhookError> {
    let Administration { user, company, .. } = &decision.by;
    check_terms(tx, decision, (&webhook.client, &webhook.wanted))?;
    if !webhooks::insert(tx, webhook, sealed.to_vec(), user)? {
        return Err(WebhookError::MadeBefore);
    }
    if webhooks::of_company(tx, company)?.len() > WEBHOOKS_PER_COMPANY_MAX {
        return Err(WebhookError::TooMany);
    }
    let detail = json!({
        "address": webhook.address.shown_in_trail(),
        "client_id": webhook.client.as_str(),
        "types": webhook.wanted.names(),
    });
    Ok(decision.record(tx, "webhook.created", webhook.id, detail)?)
}
