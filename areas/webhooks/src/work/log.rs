//! Reads webhooks and their logs, for people who administer the company.

use clients::Directory;
use events::Event;
use store::Tx;

use super::administration::{Administrator, WebhookError, check, own};
use super::reading::may_read;
use crate::delivery::{Logged, LoggedAttempt};
use crate::state::WebhooksState;
use crate::store::{attempts, deliveries, webhooks};
use crate::webhook::{Webhook, WebhookId};

/// Lists the webhooks that the person administers.
pub(crate) async fn list(
    state: &WebhooksState,
    administrator: &Administrator,
) -> Result<Vec<Webhook>, WebhookError> {
    let administrator = administrator.clone();
    let work = move |tx: &mut Tx| {
        check(tx, &administrator)?;
        let all = webhooks::of_company(tx, &administrator.company)?;
        Ok(all.into_iter().filter(|found| own(&administrator, Some(found.clone())).is_ok()).collect())
    };
    state.store.read("webhooks.list", work).await
}

pub(crate) async fn get(
    state: &WebhooksState,
    administrator: &Administrator,
    id: WebhookId,
) -> Result<Webhook, WebhookError> {
    let administrator = administrator.clone();
    let work = move |tx: &mut Tx| {
        check(tx, &administrator)?;
        own(&administrator, webhooks::find(tx, &administrator.company, id)?)
    };
    state.store.read("webhooks.get", work).await
}

/// Lists deliveries, the newest first, those with a number from `before` on left out.
pub(crate) async fn deliveries(
    state: &WebhooksState,
    administrator: &Administrator,
    id: WebhookId,
    (before, limit): (i64, i64),
) -> Result<Vec<Logged>, WebhookError> {
    get(state, administrator, id).await?;
    Ok(deliveries::log(&state.store, id, before, limit).await?)
}

/// The delivery of one event.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) logged: Logged,
    /// The event that is sent; none when it is forgotten, or when the person may not read it.
    pub(crate) event: Option<Event>,
    /// Its attempts, the newest first.
    pub(crate) attempts: Vec<LoggedAttempt>,
}

/// Reads the delivery of one event with its attempts.
pub(crate) async fn delivery(
    state: &WebhooksState,
    administrator: &Administrator,
    id: WebhookId,
    event_id: &str,
) -> Result<Told, WebhookError> {
    get(state, administrator, id).await?;
    let rights =
        Directory::new(state.store.clone()).rights(&administrator.user, &administrator.company).await?;
    let logged = deliveries::logged_event(&state.store, id, event_id).await?;
    let logged = logged.ok_or(WebhookError::EventNotFound)?;
    let attempts = attempts::list(&state.store, id, logged.seq).await?;
    let event = deliveries::event(&state.store, id, logged.seq).await?;
    let event = event.filter(|event| may_read(rights, event.event_type));
    Ok(Told { logged, event, attempts })
}
