//! The two ways to sign: `POST /bank/tariffs/{id}/sign` with the confirmation of the person, and
//! `POST /bank/tariffs/{id}/signature` with a signature that was made elsewhere.

use axum::extract::State;
use edge::{AreaPath, EdgeError};
use http::StatusCode;
use pages::{FormPage, OnlineBankForm, PagePath, PageResult, bare_base64, see_done};

use super::detail::{FormErrors, show};
use super::{Pages, request_id, viewer};
use crate::work::failure::Failure;
use crate::work::sign::{sign_by_certificate, sign_by_confirmation};

/// The number of the only signature of a form, for the sentence about it.
const ONLY: usize = 1;

pub(super) async fn confirm(
    State(state): Pages,
    AreaPath(id, _): PagePath,
    form: OnlineBankForm,
) -> PageResult {
    let (bank, id) = (&form.bank, request_id(&id)?);
    let viewer = viewer(bank)?;
    let wanted = match form.field("type") {
        "" => None,
        kind => {
            Some(kind.parse().map_err(|_| EdgeError::malformed("The field `type` is no type of signature"))?)
        }
    };
    if let Some(unconfirmed) = pages::confirm(bank, form.field("answer")).await? {
        let faults = FormErrors { answer: Some(unconfirmed.text), ..FormErrors::default() };
        return show(&state, bank, id, FormPage::again(unconfirmed.status, faults)).await;
    }
    sign_by_confirmation(&state.tariffs, &viewer, &bank.company, id, wanted).await?;
    Ok(see_done(&format!("/bank/tariffs/{id}?done=signed")))
}

pub(super) async fn hand_in(
    State(pages): Pages,
    AreaPath(id, _): PagePath,
    form: OnlineBankForm,
) -> PageResult {
    let (bank, id) = (&form.bank, request_id(&id)?);
    let viewer = viewer(bank)?;
    bank.require_factor().await?;
    let cms = bare_base64(form.field("cms"));
    match sign_by_certificate(&pages.tariffs, &viewer, &bank.company, id, cms.clone()).await {
        Ok(_) => Ok(see_done(&format!("/bank/tariffs/{id}?done=signed"))),
        Err(Failure::Signature(fault)) => {
            let faults =
                FormErrors { cms: Some((fault.message(ONLY, bank.language), cms)), ..FormErrors::default() };
            show(&pages, bank, id, FormPage::again(StatusCode::UNPROCESSABLE_ENTITY, faults)).await
        }
        Err(other) => Err(other.into()),
    }
}
