//! Rights of a user for the company, and the lock: `POST /bank/users/{id}/rights`, `…/lock` and `…/unlock`. The lock
//! needs no confirmation: it may be urgent.

use ::pages::{FormPage, OnlineBankForm, PagePath, PageResult, Question, Section, see_done};
use axum::extract::State;
use clients::Rights;
use edge::{AreaPath, EdgeError};
use http::StatusCode;

use super::detail::{FormFaults, RightsFault, show};
use super::words::Words;
use super::{other_id, user_id};
use crate::company_user::{RightsError, read, ticked};
use crate::pages::Pages;
use crate::pages::administration::{administrator, confirm};
use crate::work::administration::AdministrationError;
use crate::work::users::change_rights::{
    Foreseen, change_rights, foresee_rights, foresee_unlock, lock as lock_user, unlock as unlock_user,
};

/// `POST /bank/users/{id}/rights`. The form names the rights that its page showed.
pub(super) async fn post(State(pages): Pages, AreaPath(id, _): PagePath, form: OnlineBankForm) -> PageResult {
    let bank = &form.bank;
    let administrator = administrator(&pages, bank)?;
    let id = other_id(&id, bank)?;
    let unknown = |_| EdgeError::malformed("The form names something that is no right");
    let before = read(form.field("before")).map_err(unknown)?;
    let names = form.all("right");
    let rights = match ticked(&names) {
        Ok(rights) => rights,
        Err(RightsError::WithoutAct) => {
            let ticked = read(&names.join(" ")).map_err(unknown)?;
            let rights = Some(RightsFault::WithoutAct);
            let faults = FormFaults { ticked: Some(ticked), rights, ..FormFaults::default() };
            return show(&pages, bank, id, FormPage::again(StatusCode::UNPROCESSABLE_ENTITY, faults)).await;
        }
        Err(RightsError::Unknown) => return Err(unknown(RightsError::Unknown).into()),
    };
    let done = || {
        let of_user = format!("/bank/users/{id}?done=rights");
        see_done(if rights.is_empty() { "/bank/users?done=left" } else { &of_user })
    };
    // Before the one-time code is spent, as the unit of work asks again.
    match foresee_rights(&administrator, id.clone(), before, rights).await? {
        Foreseen::Given => return Ok(done()),
        Foreseen::NeedsAnother => {
            let fault = Some(RightsFault::OwnInvitation);
            let faults = FormFaults { ticked: Some(rights), rights: fault, ..FormFaults::default() };
            return show(&pages, bank, id, FormPage::again(StatusCode::UNPROCESSABLE_ENTITY, faults)).await;
        }
        Foreseen::Open => {}
    }
    if let Some(unconfirmed) = confirm(bank, form.field("answer")).await? {
        let faults = FormFaults {
            ticked: Some(rights),
            rights_answer: Some(unconfirmed.text),
            ..FormFaults::default()
        };
        return show(&pages, bank, id, FormPage::again(unconfirmed.status, faults)).await;
    }
    change_rights(&administrator, id.clone(), before, rights).await?;
    Ok(done())
}

pub(super) async fn lock(State(pages): Pages, AreaPath(id, _): PagePath, form: OnlineBankForm) -> PageResult {
    let id = user_id(&id)?;
    let administrator = administrator(&pages, &form.bank)?;
    let words = Words::of(form.bank.language);
    let question = Question {
        section: Section::Users,
        title: words.lock_question,
        text: words.lock_lead,
        button: words.lock,
    };
    let done = see_done(&format!("/bank/users/{id}?done=locked"));
    form.once_sure(question, lock_user(&administrator, id), done).await
}

pub(super) async fn unlock(
    State(pages): Pages,
    AreaPath(id, _): PagePath,
    form: OnlineBankForm,
) -> PageResult {
    let bank = &form.bank;
    let administrator = administrator(&pages, bank)?;
    let id = other_id(&id, bank)?;
    let done = |rights: Rights| {
        let of_user = format!("/bank/users/{id}?done=unlocked");
        // The bank may have taken away what waited: whoever gets nothing back has no page any more.
        see_done(if rights.is_empty() { "/bank/users?done=left" } else { &of_user })
    };
    // Before the one-time code is spent, as the unit of work asks again.
    let unlocked = match foresee_unlock(&administrator, id.clone()).await {
        Ok(user) if !user.is_locked => return Ok(done(user.rights)),
        Ok(user) => {
            if let Some(unconfirmed) = confirm(bank, form.field("answer")).await? {
                let faults = FormFaults { unlock_answer: Some(unconfirmed.text), ..FormFaults::default() };
                return show(&pages, bank, id, FormPage::again(unconfirmed.status, faults)).await;
            }
            unlock_user(&administrator, id.clone()).await.map(|()| user.rights)
        }
        Err(error) => Err(error),
    };
    match unlocked {
        Ok(rights) => Ok(done(rights)),
        Err(AdministrationError::TooMany) => {
            let faults = FormFaults { too_many_companies: true, ..FormFaults::default() };
            show(&pages, bank, id, FormPage::again(StatusCode::CONFLICT, faults)).await
        }
        Err(error) => Err(error.into()),
    }
}
