//! `POST /bank/integrations/{id}/off`, `…/on` and `…/revoke`, which ends what one person, or everybody, granted. Off
//! needs no confirmation: it may be urgent.

use ::pages::{FormPage, OnlineBankForm, PageError, PagePath, PageResult, Question, Section};
use axum::extract::State;
use clients::{ClientStatus, Integration};
use edge::{AreaPath, EdgeError};

use super::detail::{FormFaults, show};
use super::words::Words;
use super::{client_id, done};
use crate::pages::Pages;
use crate::pages::administration::{administrator, confirm};
use crate::work::integrations::present;
use crate::work::integrations::switch::{revoke_grants, switch_off, switch_on};

pub(super) async fn off(State(pages): Pages, AreaPath(id, _): PagePath, form: OnlineBankForm) -> PageResult {
    let id = client_id(&id)?;
    let administrator = administrator(&pages, &form.bank)?;
    let words = Words::of(form.bank.language);
    let question = Question {
        section: Section::Integrations,
        title: words.switch_off_question,
        text: words.switch_off_lead,
        button: words.switch_off,
    };
    let deed = switch_off(&administrator, id.clone());
    form.once_sure(question, deed, done(&id, "off")).await
}

pub(super) async fn on(State(pages): Pages, AreaPath(id, _): PagePath, form: OnlineBankForm) -> PageResult {
    let (bank, id) = (&form.bank, client_id(&id)?);
    let administrator = administrator(&pages, bank)?;
    // Before the one-time code is spent.
    let Integration { status, is_own, .. } = present(&administrator, &id).await?.integration;
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
    switch_on(&administrator, id.clone()).await?;
    Ok(done(&id, "on"))
}

pub(super) async fn revoke(
    State(pages): Pages,
    AreaPath(id, _): PagePath,
    form: OnlineBankForm,
) -> PageResult {
    let id = client_id(&id)?;
    let administrator = administrator(&pages, &form.bank)?;
    let user = match (form.field("user"), form.field("everybody")) {
        ("", "yes") => None,
        (user, "") => {
            let user = user.parse();
            Some(user.map_err(|_| EdgeError::malformed("The field `user` is no identifier"))?)
        }
        _ => return Err(EdgeError::malformed("Either `user` or `everybody` says whose access ends").into()),
    };
    let words = Words::of(form.bank.language);
    let question = Question {
        section: Section::Integrations,
        title: words.revoke_question,
        text: words.revoke_text,
        button: if user.is_some() { words.revoke } else { words.revoke_all },
    };
    let deed = revoke_grants(&administrator, id.clone(), user);
    form.once_sure(question, deed, done(&id, "revoked")).await
}
