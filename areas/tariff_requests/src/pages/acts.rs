//! Acts of a person but for signatures: `POST /bank/tariffs/cancel`, and `delete` and `withdraw` of
//! `/bank/tariffs/{id}`.

use axum::extract::State;
use edge::AreaPath;
use http::StatusCode;
use pages::{FormPage, OnlineBankForm, PageError, PagePath, PageResult, see_done, see_other};

use super::detail::{FormErrors, show};
use super::words::Words;
use super::{Pages, request_id, viewer};
use crate::broken_rule::BrokenRule;
use crate::wish::Wish;
use crate::work::create::create;
use crate::work::failure::Failure;
use crate::work::withdraw::{delete, withdraw};

/// Asks that the change that lies ahead be cancelled, by a letter and a request to sign.
pub(super) async fn cancel_change(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let bank = &form.bank;
    let change: i64 = form.field("change").parse().map_err(|_| PageError::NotFound)?;
    let wish = Wish::Cancel(change);
    match create(&pages.tariffs, &viewer(bank)?, &bank.company, wish, bank.language).await {
        Ok(created) => Ok(see_done(&format!("/bank/tariffs/{}?done=created", created.request.id))),
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
    Ok(see_done(&format!("/bank/tariffs/{id}?done=withdrawn")))
}
