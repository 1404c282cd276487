//! `POST /bank/users/{id}/lock` and `…/unlock`. The lock needs no confirmation: it may be urgent.

use ::pages::{FormPage, OnlineBankForm, PagePath, PageResult, Question, Section, see_done};
use axum::extract::State;
use edge::AreaPath;

use super::detail::{FormFaults, show};
use super::user_id;
use super::words::Words;
use crate::pages::Pages;
use crate::pages::administration::{administrator, confirm};
use crate::work::users::lock::{lock as lock_user, unlock as unlock_user};

pub(super) async fn lock(State(pages): Pages, AreaPath(id, _): PagePath, form: OnlineBankForm) -> PageResult {
    let id = user_id(&id)?;
    let administrator = administrator(&form.bank)?;
    let words = Words::of(form.bank.language);
    let question = Question {
        section: Section::Users,
        title: words.lock_question,
        text: words.lock_lead,
        button: words.lock,
    };
    if let Some(page) = form.ask_first(question)? {
        return Ok(page);
    }
    lock_user(&pages.area.identity, &administrator, id.clone()).await?;
    Ok(see_done(&format!("/bank/users/{id}?done=locked")))
}

pub(super) async fn unlock(
    State(pages): Pages,
    AreaPath(id, _): PagePath,
    form: OnlineBankForm,
) -> PageResult {
    let (bank, id) = (&form.bank, user_id(&id)?);
    let administrator = administrator(bank)?;
    if let Some(unconfirmed) = confirm(bank, form.field("answer")).await? {
        let faults = FormFaults { unlock_answer: Some(unconfirmed.text), ..FormFaults::default() };
        return show(&pages, bank, id, FormPage::again(unconfirmed.status, faults)).await;
    }
    unlock_user(&pages.area.identity, &administrator, id.clone()).await?;
    Ok(see_done(&format!("/bank/users/{id}?done=unlocked")))
}
