//! `POST /bank/webhooks/{id}/off`, `…/on`, `…/delete` and `…/test`. Off needs no confirmation: it may be urgent.

use ::pages::{FormPage, OnlineBankForm, PagePath, PageResult, Question, Section, confirm, see_done};
use axum::extract::State;
use edge::AreaPath;
use idempotency::Keep;

use super::detail::{FormFaults, show};
use super::words::Words;
use super::{PATH, Pages, administration, done, webhook_id};
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
    if let Some(page) = form.ask_first(question)? {
        return Ok(page);
    }
    switch_off(&by, id).await?;
    Ok(done(id, "off"))
}

pub(super) async fn on(State(pages): Pages, AreaPath(id, _): PagePath, form: OnlineBankForm) -> PageResult {
    let (bank, id) = (&form.bank, webhook_id(&id)?);
    let by = administration(&pages, bank)?;
    if let Some(unconfirmed) = confirm(bank, form.field("answer")).await? {
        let faults = FormFaults { switch: Some(unconfirmed.text), ..FormFaults::default() };
        return show(&pages, bank, id, FormPage::again(unconfirmed.status, faults)).await;
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
    if let Some(page) = form.ask_first(question)? {
        return Ok(page);
    }
    delete(&by, id).await?;
    Ok(see_done(&format!("{PATH}?done=deleted")))
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
