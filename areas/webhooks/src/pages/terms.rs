//! `POST /bank/webhooks/{id}/terms`: another address, other types.

use ::pages::{FormPage, OnlineBankForm, PagePath, PageResult, confirm};
use axum::extract::State;
use edge::{AreaPath, EdgeError};
use http::StatusCode;

use super::detail::{FormFaults, show};
use super::fields::{Faults, Typed};
use super::words::Words;
use super::{Pages, administrator, done, webhook_id};
use crate::work::administration::WebhookError;
use crate::work::change::change;

pub(super) async fn post(State(pages): Pages, AreaPath(id, _): PagePath, form: OnlineBankForm) -> PageResult {
    let (bank, id) = (&form.bank, webhook_id(&id)?);
    let (administrator, words) = (administrator(bank)?, Words::of(bank.language));
    let seen = form.field("version").parse();
    let seen = seen.map_err(|_| EdgeError::malformed("The field `version` is no number"))?;
    let typed = Typed::sent(&form);
    let terms = match typed.check(pages.area.transport.reach(), words) {
        Ok(terms) => terms,
        Err(wrong) => {
            let faults = FormFaults { terms: Some((typed, wrong, None)), ..FormFaults::default() };
            return show(&pages, bank, id, FormPage::again(StatusCode::UNPROCESSABLE_ENTITY, faults)).await;
        }
    };
    if let Some(unconfirmed) = confirm(bank, form.field("answer")).await? {
        let terms = Some((typed, Faults::default(), Some(unconfirmed.text)));
        let faults = FormFaults { terms, ..FormFaults::default() };
        return show(&pages, bank, id, FormPage::again(unconfirmed.status, faults)).await;
    }
    match change(&pages.area, &administrator, (id, Some(seen)), terms).await {
        Err(WebhookError::Changed) => {
            let terms = Some((typed, Faults::default(), None));
            let faults = FormFaults { terms, ..FormFaults::default() };
            return show(&pages, bank, id, FormPage::again(StatusCode::CONFLICT, faults)).await;
        }
        Err(WebhookError::NotReadable) => {
            let terms = Some((typed, Faults::of_types(words.types_not_readable), None));
            let faults = FormFaults { terms, ..FormFaults::default() };
            return show(&pages, bank, id, FormPage::again(StatusCode::UNPROCESSABLE_ENTITY, faults)).await;
        }
        outcome => outcome?,
    };
    Ok(done(id, "saved"))
}
