//! Reads webhooks and their logs, for people who administer the company.

use clients::Directory;
use events::Event;
use store::Tx;

use super::administration::{Administration, Decision, WebhookError};
use super::reading::may_read;
use crate::delivery::{Logged, LoggedAttempt};
use crate::store::{attempts, deliveries, webhooks};
use crate::webhook::{Webhook, WebhookId};

pub(crate) async fn list(by: &Administration) -> Result<Vec<Webhook>, WebhookError> {
    let decision = Decision::of_request(by);
    by.state.store.read("webhooks.list", move |tx: &mut Tx| decision.webhooks(tx)).await
}

pub(crate) async fn get(by: &Administration, id: WebhookId) -> Result<Webhook, WebhookError> {
    let decision = Decision::of_request(by);
    by.state.store.read("webhooks.get", move |tx: &mut Tx| decision.webhook(tx, id)).await
}

/// Tells whether a webhook that the company had was deleted a short time ago.
pub(crate) async fn is_deleted(by: &Administration, id: WebhookId) -> Result<bool, WebhookError> {
    let decision = Decision::of_request(by);
    let work = move |tx: &mut Tx| {
        decision.check(tx)?;
        Ok(webhooks::is_deleted(tx, &decision.by.company, id)?)
    };
    by.state.store.read("webhooks.deleted", work).await
}

/// Lists deliveries, the newest first, those with a number from `before` on left out.
pub(crate) async fn deliveries(
    by: &Administration,
    id: WebhookId,
    (before, limit): (i64, i64),
) -> Result<Vec<Logged>, WebhookError> {
    get(by, id).await?;
    Ok(deliveries::log(&by.state.store, id, before, limit).await?)
}

#[derive(Debug)]
pub(crate) struct LoggedDelivery {
    pub(crate) logged: Logged,
    /// The event that is sent; none when it is forgotten or hidden.
    pub(crate) event: Option<Event>,
    /// True when the person may not read the event.
    pub(crate) is_hidden: bool,
    /// Its attempts, the newest first.
    pub(crate) attempts: Vec<LoggedAttempt>,
}

pub(crate) async fn delivery(
    by: &Administration,
    id: WebhookId,
    event_id: &str,
) -> Result<LoggedDelivery, WebhookError> {
    get(by, id).await?;
    let rights = Directory::new(by.state.store.clone()).rights(&by.user, &by.company).await?;
    let logged = deliveries::logged_event(&by.state.store, id, event_id).await?;
    let logged = logged.ok_or(WebhookError::EventNotFound)?;
    let attempts = attempts::list(&by.state.store, id, logged.seq).await?;
    let event = deliveries::event(&by.state.store, id, logged.seq).await?;
    let is_hidden = event.as_ref().is_some_and(|event| !may_read(rights, event.event_type));
    Ok(LoggedDelivery { logged, event: event.filter(|_| !is_hidden), is_hidden, attempts })
}
