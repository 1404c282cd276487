//! Acts on a webhook: `POST /bank/webhooks/{id}/off`, `…/on`, `…/delete`, `…/test` and `…/redeliver`. Off
//! needs no confirmation: it may be urgent.

use ::pages::{
    FormPage, OnlineBank, OnlineBankForm, PagePath, PageResult, Question, Section, confirm, see_done,
};
use axum::extract::State;
use edge::AreaPath;
use http::StatusCode;
use idempotency::Keep;
use jiff::civil::Date;
use kernel::Instant;

use super::detail::{FormFaults, show};
use super::words::Words;
use super::{PATH, Pages, administration, done, webhook_id};
use crate::webhook::WebhookState;
use crate::work::administration::WebhookError;
use crate::work::log;
use crate::work::redeliver::{Repeated, redeliver_event, redeliver_period};
use crate::work::switch::{delete, switch_off, switch_on};
use crate::work::try_out::try_out;

pub(super) async fn off(State(pages): Pages, AreaPath(id, _): PagePath, form: OnlineBankForm) -> PageResult {
    let id = webhook_id(&id)?;
    let by = administration(&pages, &form.bank)?;
    let words = Words::of(form.bank.language);
    let question = Question {
        section: Section::Integrations,
        title: words.switch_off_question,
        text: words.switch_off_text,
        button: words.switch_off,
    };
    form.once_sure(question, switch_off(&by, id), done(id, "off")).await
}

pub(super) async fn on(State(pages): Pages, AreaPath(id, _): PagePath, form: OnlineBankForm) -> PageResult {
    let (bank, id) = (&form.bank, webhook_id(&id)?);
    let by = administration(&pages, bank)?;
    // Before the one-time code is spent.
    if log::get(&by, id).await?.state == WebhookState::On {
        return Ok(done(id, "on"));
    }
    if let Some(unconfirmed) = confirm(bank, form.field("answer")).await? {
        let faults = FormFaults { switch: Some(unconfirmed.text), ..FormFaults::default() };
        return show(&pages, bank, (id, None), FormPage::again(unconfirmed.status, faults)).await;
    }
    switch_on(&by, id).await?;
    Ok(done(id, "on"))
}

pub(super) async fn delete_webhook(
    State(pages): Pages,
    AreaPath(id, _): PagePath,
    form: OnlineBankForm,
) -> PageResult {
    let (id, by) = (webhook_id(&id)?, administration(&pages, &form.bank)?);
    let words = Words::of(form.bank.language);
    let question = Question {
        section: Section::Integrations,
        title: words.delete_question,
        text: words.delete_text,
        button: words.delete,
    };
    let deed = async {
        match delete(&by, id).await {
            // The form was sent twice.
            Err(WebhookError::NotFound) if log::is_deleted(&by, id).await? => Ok(()),
            deleted => deleted,
        }
    };
    form.once_sure(question, deed, see_done(&format!("{PATH}?done=deleted"))).await
}

pub(super) async fn send_test_event(
    State(pages): Pages,
    AreaPath(id, _): PagePath,
    form: OnlineBankForm,
) -> PageResult {
    let id = webhook_id(&id)?;
    try_out(&administration(&pages, &form.bank)?, id, Keep::nothing()).await?;
    Ok(done(id, "tried"))
}

/// Sends one event again, or those of some days.
pub(super) async fn redeliver(
    State(pages): Pages,
    AreaPath(id, _): PagePath,
    form: OnlineBankForm,
) -> PageResult {
    let (bank, id) = (&form.bank, webhook_id(&id)?);
    let by = administration(&pages, bank)?;
    let event = form.field("event");
    if !event.is_empty() {
        redeliver_event(&by, id, event.to_owned()).await?;
        return Ok(done(id, "redelivered"));
    }
    let told = match period(bank, form.field("from"), form.field("to")) {
        Some(period) => redeliver_period(&by, id, period).await,
        None => Err(WebhookError::Period),
    };
    let words = Words::of(bank.language);
    let fault = match told {
        Ok(Repeated { events: 0, .. }) => words.period_empty,
        Ok(Repeated { is_cut: true, .. }) => return Ok(done(id, "redelivered_first")),
        Ok(_) => return Ok(done(id, "redelivered")),
        Err(WebhookError::Period) => words.period_fault,
        Err(error) => return Err(error.into()),
    };
    let faults = FormFaults { period: Some(fault), ..FormFaults::default() };
    show(&pages, bank, (id, None), FormPage::again(StatusCode::UNPROCESSABLE_ENTITY, faults)).await
}

/// Reads the days, both included, in the bank's zone.
fn period(bank: &OnlineBank, from: &str, to: &str) -> Option<(Instant, Instant)> {
    let (from, to): (Date, Date) = (from.parse().ok()?, to.parse().ok()?);
    let end = to.tomorrow().ok()?;
    Some((bank.zone().start_of_day(from), bank.zone().start_of_day(end)))
}
