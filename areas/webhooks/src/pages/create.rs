//! `POST /bank/webhooks`: makes a webhook, and shows its secret once.

use ::pages::{OnlineBankForm, PageError, PageResult, confirm, see_done};
use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use idempotency::Keep;
use kernel::ClientId;

use super::fields::{Faults, Typed};
use super::list::{Refused, new_id, show};
use super::secret::show_secret;
use super::words::Words;
use super::{PATH, Pages, administration, done};
use crate::webhook::WebhookId;
use crate::work::administration::{Administration, WebhookError};
use crate::work::create::{Terms, check_new, create};
use crate::work::log;

pub(super) async fn post(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let bank = &form.bank;
    let (by, words) = (administration(&pages, bank)?, Words::of(bank.language));
    let typed = Typed::sent(&form);
    let id = form.field("key").parse().unwrap_or_else(|_| new_id(&pages, bank));
    let refused = |status, faults, answer_fault, problem| {
        let (client, typed) = (form.field("client").to_owned(), typed.clone());
        Some(Refused { status, id, client, typed, faults, answer_fault, problem })
    };
    let unprocessable = StatusCode::UNPROCESSABLE_ENTITY;
    let client: Option<ClientId> = form.field("client").parse().ok();
    let (address, wanted, client) = match (typed.check(&pages.area.transport, words), client) {
        (Ok((address, wanted)), Some(client)) => (address, wanted, client),
        (checked, client) => {
            let client_fault = client.is_none().then_some(words.client_fault);
            let faults = Faults { client: client_fault, ..checked.err().unwrap_or_default() };
            return show(&pages, bank, None, refused(unprocessable, faults, None, None)).await;
        }
    };
    // Before the one-time code is spent. What the form has made meanwhile is no reason to refuse it.
    let checked = check_new(&by, client.clone(), wanted.clone()).await;
    if let Some(made) = made(&by, id).await? {
        return Ok(made);
    }
    let refuse = async |error| {
        let (faults, problem) = match error {
            WebhookError::TooMany => (Faults::default(), Some(words.too_many)),
            WebhookError::ClientNotFound => {
                (Faults { client: Some(words.client_fault), ..Faults::default() }, None)
            }
            WebhookError::NotReadable => {
                (Faults { types: Some(words.types_not_readable), ..Faults::default() }, None)
            }
            error => return Err(error.into()),
        };
        show(&pages, bank, None, refused(unprocessable, faults, None, problem)).await
    };
    if let Err(error) = checked {
        return refuse(error).await;
    }
    if let Some(unconfirmed) = confirm(bank, form.field("answer")).await? {
        let refused = refused(unconfirmed.status, Faults::default(), Some(unconfirmed.text), None);
        return show(&pages, bank, None, refused).await;
    }
    match create(&by, Terms { id: Some(id), client, address, wanted }, Keep::nothing()).await {
        Ok(shown) => show_secret(bank, &shown),
        Err(WebhookError::MadeBefore) => {
            let gone = || see_done(&format!("{PATH}?done=gone"));
            Ok(made(&by, id).await?.unwrap_or_else(gone))
        }
        Err(error) => refuse(error).await,
    }
}

/// Leads to the webhook that the form has made before; none when there is none, or no more.
async fn made(by: &Administration, id: WebhookId) -> Result<Option<Response>, PageError> {
    match log::get(by, id).await {
        Ok(_) => Ok(Some(done(id, "made"))),
        Err(WebhookError::NotFound) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
