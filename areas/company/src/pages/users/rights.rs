//! `POST /bank/users/{id}/rights`: what a user may do for the company. The form names the rights that its page showed.

use ::pages::{FormPage, OnlineBankForm, PagePath, PageResult, see_done};
use axum::extract::State;
use edge::{AreaPath, EdgeError};
use http::StatusCode;

use super::detail::{FormFaults, RightsFault, show};
use super::other_id;
use crate::company_user::{RightsError, read, ticked};
use crate::pages::Pages;
use crate::pages::administration::{administrator, confirm};
use crate::work::users::change_rights::{Foreseen, change_rights, foresee_rights};

pub(super) async fn post(State(pages): Pages, AreaPath(id, _): PagePath, form: OnlineBankForm) -> PageResult {
    let bank = &form.bank;
    let administrator = administrator(bank)?;
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
    match foresee_rights(&pages.area.identity, &administrator, id.clone(), before, rights).await? {
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
    change_rights(&pages.area.identity, &administrator, id.clone(), before, rights).await?;
    Ok(done())
}
