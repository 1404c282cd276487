//! `POST /bank/webhooks/{id}/terms`: another address, other types.

use ::pages::{FormPage, OnlineBankForm, PagePath, PageResult, confirm};
use axum::extract::State;
use edge::{AreaPath, EdgeError};
use http::StatusCode;

use super::detail::{FormFaults, show};
use super::fields::{Faults, Typed};
use super::words::Words;
use super::{Pages, administration, done, webhook_id};
use crate::work::administration::WebhookError;
use crate::work::change::{change, check_change};
use crate::work::log;

pub(super) async fn post(State(pages): Pages, AreaPath(id, _): PagePath, form: OnlineBankForm) -> PageResult {
    let (bank, id) = (&form.bank, webhook_id(&id)?);
    let (by, words) = (administration(&pages, bank)?, Words::of(bank.language));
    let seen = form.field("version").parse::<i64>();
    let seen = seen.map_err(|_| EdgeError::malformed("The field `version` is no number"))?;
    let typed = Typed::sent(&form);
    let again = async |status, faults, answer_fault| {
        let faults =
            FormFaults { terms: Some((typed.clone(), faults, answer_fault)), ..FormFaults::default() };
        show(&pages, bank, (id, None), FormPage::again(status, faults)).await
    };
    let terms = match typed.check(&pages.area.transport, words) {
        Ok(terms) => terms,
        Err(faults) => return again(StatusCode::UNPROCESSABLE_ENTITY, faults, None).await,
    };
    // Before the one-time code is spent, as the unit of work asks again.
    let before = log::get(&by, id).await?;
    if (&before.address, &before.wanted) == (&terms.0, &terms.1) {
        return Ok(done(id, "saved"));
    }
    if before.version != seen {
        return again(StatusCode::CONFLICT, Faults::default(), None).await;
    }
    let changed = match check_change(&by, id, terms.clone()).await {
        Ok(()) => {
            if let Some(unconfirmed) = confirm(bank, form.field("answer")).await? {
                return again(unconfirmed.status, Faults::default(), Some(unconfirmed.text)).await;
            }
            change(&by, (id, Some(seen)), terms).await
        }
        Err(error) => Err(error),
    };
    match changed {
        Err(WebhookError::Changed) => again(StatusCode::CONFLICT, Faults::default(), None).await,
        Err(WebhookError::NotReadable) => {
            let faults = Faults { types: Some(words.types_not_readable), ..Faults::default() };
            again(StatusCode::UNPROCESSABLE_ENTITY, faults, None).await
        }
        outcome => outcome.map(|_| done(id, "saved")).map_err(Into::into),
    }
}
