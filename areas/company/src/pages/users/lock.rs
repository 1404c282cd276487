//! `POST /bank/users/{id}/lock` and `…/unlock`. The lock needs no confirmation: it may be urgent.

use ::pages::{FormPage, OnlineBankForm, PagePath, PageResult, Question, Section, see_done};
use axum::extract::State;
use edge::AreaPath;

use super::detail::{FormFaults, show};
use super::words::Words;
use super::{other_id, user_id};
use crate::pages::Pages;
use crate::pages::administration::{administrator, confirm};
use crate::work::users::lock::{lock as lock_user, unlock as unlock_user};
use crate::work::users::present::present;

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
    let bank = &form.bank;
    let administrator = administrator(bank)?;
    let id = other_id(&id, bank)?;
    let done = || see_done(&format!("/bank/users/{id}?done=unlocked"));
    // Before the one-time code is spent.
    let (user, _) = present(&pages.area.identity, &administrator, id.clone()).await?;
    if !user.is_locked {
        return Ok(done());
    }
    if let Some(unconfirmed) = confirm(bank, form.field("answer")).await? {
        let faults = FormFaults { unlock_answer: Some(unconfirmed.text), ..FormFaults::default() };
        return show(&pages, bank, id, FormPage::again(unconfirmed.status, faults)).await;
    }
    unlock_user(&pages.area.identity, &administrator, id.clone()).await?;
    Ok(done())
}
