//! `POST /bank/tariffs/cancel`: asks that the change that lies ahead be cancelled, by a letter and a request to sign.

use axum::extract::State;
use pages::{OnlineBankForm, PageError, PageResult, see_done, see_other};

use super::{Pages, viewer};
use crate::broken_rule::BrokenRule;
use crate::wish::Wish;
use crate::work::create::create;
use crate::work::failure::Failure;

pub(super) async fn post(State(pages): Pages, form: OnlineBankForm) -> PageResult {
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
