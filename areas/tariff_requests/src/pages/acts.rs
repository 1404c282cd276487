//! Acts of a person: `POST /bank/tariffs/cancel`; `delete` and `withdraw` of `/bank/tariffs/{id}`; and the two ways to
//! sign, `sign` with the confirmation of the person and `signature` with a signature that was made elsewhere.

use axum::extract::State;
use axum::response::Response;
use edge::{AreaPath, EdgeError};
use http::StatusCode;
use pages::{FormPage, OnlineBankForm, PageError, PagePath, PageResult, bare_base64, see_done, see_other};

use super::detail::{FormErrors, show};
use super::words::Words;
use super::{Pages, request_id, viewer};
use crate::broken_rule::BrokenRule;
use crate::request::RequestId;
use crate::wish::Wish;
use crate::work::create::create;
use crate::work::failure::Failure;
use crate::work::sign::{check_signature, sign_by_certificate, sign_by_confirmation};
use crate::work::withdraw::{delete, withdraw};

/// The number of the only signature of a form, for the sentence about it.
const ONLY: usize = 1;

/// Leads to the page of the request, which says that `act` was done.
fn done(id: RequestId, act: &str) -> Response {
    see_done(&format!("/bank/tariffs/{id}?done={act}"))
}

/// Asks that the change that lies ahead be cancelled, by a letter and a request to sign.
pub(super) async fn cancel_change(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let bank = &form.bank;
    let change: i64 = form.field("change").parse().map_err(|_| PageError::NotFound)?;
    let wish = Wish::Cancel(change);
    match create(&pages.tariffs, &viewer(bank)?, &bank.company, wish, bank.language).await {
        Ok(created) => Ok(done(created.request.id, "created")),
        // A form that is sent twice leads to the one request that it made.
        Err(Failure::Rule(BrokenRule::CancelAlreadyRequested(id))) => {
            Ok(see_other(&format!("/bank/tariffs/{id}")))
        }
        Err(other) => Err(other.into()),
    }
}

pub(super) async fn delete_request(
    State(pages): Pages,
    AreaPath(id, _): PagePath,
    form: OnlineBankForm,
) -> PageResult {
    let bank = &form.bank;
    delete(&pages.tariffs, &viewer(bank)?, &bank.company, request_id(&id)?).await?;
    Ok(see_done("/bank/tariffs?done=deleted"))
}

/// Withdraws the request, once the person says that it is meant.
pub(super) async fn withdraw_request(
    State(pages): Pages,
    AreaPath(id, _): PagePath,
    form: OnlineBankForm,
) -> PageResult {
    let (bank, id) = (&form.bank, request_id(&id)?);
    let viewer = viewer(bank)?;
    if form.field("sure") != "yes" {
        let fault = Words::of(bank.language).withdraw_not_sure;
        let faults = FormErrors { withdraw: Some(fault), ..FormErrors::default() };
        return show(&pages, bank, id, FormPage::again(StatusCode::UNPROCESSABLE_ENTITY, faults)).await;
    }
    withdraw(&pages.tariffs, &viewer, &bank.company, id).await?;
    Ok(done(id, "withdrawn"))
}

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
    // Before the one-time code is spent.
    check_signature(&state.tariffs, &viewer, &bank.company, id, wanted).await?;
    if let Some(unconfirmed) = pages::confirm(bank, form.field("answer")).await? {
        let faults = FormErrors { answer: Some(unconfirmed.text), ..FormErrors::default() };
        return show(&state, bank, id, FormPage::again(unconfirmed.status, faults)).await;
    }
    sign_by_confirmation(&state.tariffs, &viewer, &bank.company, id, wanted).await?;
    Ok(done(id, "signed"))
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
        Ok(_) => Ok(done(id, "signed")),
        Err(Failure::Signature(fault)) => {
            let faults =
                FormErrors { cms: Some((fault.message(ONLY, bank.language), cms)), ..FormErrors::default() };
            show(&pages, bank, id, FormPage::again(StatusCode::UNPROCESSABLE_ENTITY, faults)).await
        }
        Err(other) => Err(other.into()),
    }
}
