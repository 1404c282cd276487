//! The two ways to sign: `POST /bank/tariffs/{id}/sign` with the confirmation of the person, and
//! `POST /bank/tariffs/{id}/signature` with a signature that was made elsewhere.

use axum::extract::State;
use axum::response::Response;
use edge::{AreaPath, EdgeError};
use http::StatusCode;
use pages::{
    Confirmation, ConfirmationKind, FormPage, OnlineBankForm, PageError, see_other, too_many_attempts,
    used_code, wrong_answer,
};

use super::detail::{FormErrors, show};
use super::{TariffPages, request_id, viewer};
use crate::work::failure::Failure;
use crate::work::sign::{sign_by_certificate, sign_by_confirmation};

/// The number of the only signature of a form, for the sentence about it.
const ONLY: usize = 1;

pub(super) async fn confirm(
    State(pages): State<TariffPages>,
    AreaPath(id, _): AreaPath<PageError, String>,
    form: OnlineBankForm,
) -> Result<Response, PageError> {
    let (bank, id) = (&form.bank, request_id(&id)?);
    let viewer = viewer(bank)?;
    let wanted = match form.field("type") {
        "" => None,
        kind => {
            Some(kind.parse().map_err(|_| EdgeError::malformed("The field `type` is no type of signature"))?)
        }
    };
    let (status, fault) = match bank.confirm(form.field("answer")).await? {
        Confirmation::Confirmed => {
            sign_by_confirmation(&pages.tariffs, &viewer, &bank.company, id, wanted).await?;
            return Ok(see_other(&format!("/bank/tariffs/{id}?done=signed")));
        }
        Confirmation::Refused => {
            let is_password = bank.confirmation_kind().await? == ConfirmationKind::Password;
            (StatusCode::UNPROCESSABLE_ENTITY, wrong_answer(bank.language, is_password).to_owned())
        }
        Confirmation::CodeUsed { next_in_s } => {
            (StatusCode::UNPROCESSABLE_ENTITY, used_code(bank.language, next_in_s))
        }
        Confirmation::Wait { retry_after_s } => {
            (StatusCode::TOO_MANY_REQUESTS, too_many_attempts(bank.language, retry_after_s))
        }
    };
    let faults = FormErrors { answer: Some(fault), ..FormErrors::default() };
    show(&pages, bank, id, FormPage::again(status, faults)).await
}

pub(super) async fn hand_in(
    State(pages): State<TariffPages>,
    AreaPath(id, _): AreaPath<PageError, String>,
    form: OnlineBankForm,
) -> Result<Response, PageError> {
    let (bank, id) = (&form.bank, request_id(&id)?);
    let viewer = viewer(bank)?;
    // Base64 is often broken into lines on its way through a clipboard.
    let cms: String = form.field("cms").split_whitespace().collect();
    match sign_by_certificate(&pages.tariffs, &viewer, &bank.company, id, cms.clone()).await {
        Ok(_) => Ok(see_other(&format!("/bank/tariffs/{id}?done=signed"))),
        Err(Failure::Signature(fault)) => {
            let faults =
                FormErrors { cms: Some((fault.message(ONLY, bank.language), cms)), ..FormErrors::default() };
            show(&pages, bank, id, FormPage::again(StatusCode::UNPROCESSABLE_ENTITY, faults)).await
        }
        Err(other) => Err(other.into()),
    }
}
