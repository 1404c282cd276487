//! `POST /bank/confirmation/passkey`: a challenge for the script of a page that confirms.

use ::pages::{OnlineBankForm, PageError, PageResult};
use axum::extract::State;

use super::Pages;
use crate::pages::passkey_request::passkey_request;
use crate::work::passkeys::ask::ask_to_confirm;

pub(super) async fn post(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let (user, session) = (&form.bank.user, &form.bank.session);
    let request = ask_to_confirm(&pages.area, user, session).await?;
    Ok(passkey_request(request.ok_or(PageError::NotFound)?))
}
