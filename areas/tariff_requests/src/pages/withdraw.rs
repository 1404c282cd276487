//! `POST /bank/tariffs/{id}/withdraw`: the person says that it is meant, and the request is withdrawn.

use axum::extract::State;
use axum::response::Response;
use edge::AreaPath;
use http::StatusCode;
use pages::{FormPage, OnlineBankForm, PageError, see_done};

use super::detail::{FormErrors, show};
use super::words::Words;
use super::{TariffPages, request_id, viewer};
use crate::work::withdraw::withdraw;

pub(super) async fn post(
    State(pages): State<TariffPages>,
    AreaPath(id, _): AreaPath<PageError, String>,
    form: OnlineBankForm,
) -> Result<Response, PageError> {
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
