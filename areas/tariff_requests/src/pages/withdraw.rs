//! `POST /bank/tariffs/{id}/withdraw`: the person says that it is meant, and the request is withdrawn.

use axum::extract::State;
use edge::AreaPath;
use http::StatusCode;
use pages::{FormPage, OnlineBankForm, PagePath, PageResult, see_done};

use super::detail::{FormErrors, show};
use super::words::Words;
use super::{Pages, request_id, viewer};
use crate::work::withdraw::withdraw;

pub(super) async fn post(State(pages): Pages, AreaPath(id, _): PagePath, form: OnlineBankForm) -> PageResult {
    let (bank, id) = (&form.bank, request_id(&id)?);
    let viewer = viewer(bank)?;
    if form.field("sure") != "yes" {
        let fault = Words::of(bank.language).withdraw_not_sure;
        let faults = FormErrors { withdraw: Some(fault), ..FormErrors::default() };
        return show(&pages, bank, id, FormPage::again(StatusCode::UNPROCESSABLE_ENTITY, faults)).await;
    }
    withdraw(&pages.tariffs, &viewer, &bank.company, id).await?;
    Ok(see_done(&format!("/bank/tariffs/{id}?done=withdrawn")))
}
