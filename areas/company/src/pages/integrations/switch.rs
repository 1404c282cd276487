//! `POST /bank/integrations/{id}/off` and `…/on`. Off needs no confirmation: it may be urgent.

use ::pages::{FormPage, OnlineBankForm, PageError, PagePath, PageResult, Question, Section};
use axum::extract::State;
use clients::{ClientStatus, Integration};
use edge::AreaPath;

use super::detail::{FormFaults, show};
use super::words::Words;
use super::{client_id, done};
use crate::pages::Pages;
use crate::pages::administration::{administrator, confirm};
use crate::work::integrations::present::present;
use crate::work::integrations::switch::{switch_off, switch_on};

pub(super) async fn off(State(pages): Pages, AreaPath(id, _): PagePath, form: OnlineBankForm) -> PageResult {
    let id = client_id(&id)?;
    let administrator = administrator(&form.bank)?;
    let words = Words::of(form.bank.language);
    let question = Question {
        section: Section::Integrations,
        title: words.switch_off_question,
        text: words.switch_off_lead,
        button: words.switch_off,
    };
    if let Some(page) = form.ask_first(question)? {
        return Ok(page);
    }
    switch_off(&pages.area.identity, &administrator, id.clone()).await?;
    Ok(done(&id, "off"))
}

pub(super) async fn on(State(pages): Pages, AreaPath(id, _): PagePath, form: OnlineBankForm) -> PageResult {
    let (bank, id) = (&form.bank, client_id(&id)?);
    let administrator = administrator(bank)?;
    // Before the one-time code is spent.
    let Integration { status, is_own, .. } =
        present(&pages.area.identity, &administrator, &id).await?.integration;
    match status {
        _ if !is_own => return Err(PageError::Forbidden),
        ClientStatus::Active => return Ok(done(&id, "on")),
        ClientStatus::Disabled => return Err(PageError::Conflict),
        ClientStatus::SwitchedOff => {}
    }
    if let Some(unconfirmed) = confirm(bank, form.field("answer")).await? {
        let faults = FormFaults { switch: Some(unconfirmed.text), ..FormFaults::default() };
        return show(&pages, bank, &id, FormPage::again(unconfirmed.status, faults)).await;
    }
    switch_on(&pages.area.identity, &administrator, id.clone()).await?;
    Ok(done(&id, "on"))
}
