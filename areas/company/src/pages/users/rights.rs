//! `POST /bank/users/{id}/rights`: what a user may do for the company. The form names the rights that its page showed.

use ::pages::{FormPage, OnlineBankForm, PageError, PagePath, PageResult, see_done};
use axum::extract::State;
use edge::{AreaPath, EdgeError};
use http::StatusCode;

use super::detail::{FormFaults, RightsFault, show};
use super::user_id;
use crate::company_user::{RightsError, read, ticked};
use crate::pages::Pages;
use crate::pages::administration::{administrator, confirm};
use crate::work::users::change_rights::{change_rights, needs_another_administrator};

pub(super) async fn post(State(pages): Pages, AreaPath(id, _): PagePath, form: OnlineBankForm) -> PageResult {
    let (bank, id) = (&form.bank, user_id(&id)?);
    let administrator = administrator(bank)?;
    // Before the one-time code is spent, as below.
    if id == bank.user {
        return Err(PageError::Forbidden);
    }
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
    if needs_another_administrator(&pages.area.identity, &administrator, id.clone(), before, rights).await? {
        let fault = Some(RightsFault::OwnInvitation);
        let faults = FormFaults { ticked: Some(rights), rights: fault, ..FormFaults::default() };
        return show(&pages, bank, id, FormPage::again(StatusCode::UNPROCESSABLE_ENTITY, faults)).await;
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
    if rights.is_empty() {
        return Ok(see_done("/bank/users?done=left"));
    }
    Ok(see_done(&format!("/bank/users/{id}?done=rights")))
}
