//! `POST /bank/confirmation/passkey`: a challenge for the script of a page that confirms.

use ::pages::{OnlineBankForm, PageError};
use axum::extract::State;
use axum::response::Response;

use super::OnlineBankPages;
use crate::pages::passkey_request::passkey_request;
use crate::work::passkeys::ask::ask_to_confirm;

pub(super) async fn post(
    State(pages): State<OnlineBankPages>,
    form: OnlineBankForm,
) -> Result<Response, PageError> {
    let (user, session) = (&form.bank.user, &form.bank.session);
    let request = ask_to_confirm(&pages.identity, user, session).await?;
    Ok(passkey_request(request.ok_or(PageError::NotFound)?))
}
