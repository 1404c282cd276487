//! Forms that every page of a session has: it goes on, ends, changes its language, or asks for a passkey.

use ::pages::{
    LOGIN_PATH, ONLINE_BANK_PATH, OnlineBank, OnlineBankForm, PageError, PageResult, add_cookie, local_path,
    see_done, see_other,
};
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use serde::Serialize;

use super::Pages;
use crate::pages::passkey_request::passkey_request;
use crate::work::end_access::log_out;
use crate::work::passkeys::ask::ask_to_confirm;

/// The session at hand, for a page that was open for a while.
#[derive(Serialize)]
pub(super) struct SessionState {
    /// Seconds until it ends when nobody uses it.
    left_s: i64,
    /// The person and the company of the session.
    owner: String,
    /// The token that its forms carry. A page of an older session of the same owner goes on with it.
    csrf: String,
}

/// `GET /bank/session`: the end of the session, for the script of a page.
pub(super) async fn get(bank: OnlineBank) -> Json<SessionState> {
    Json(SessionState { left_s: bank.session_left_s(), owner: bank.owner(), csrf: bank.csrf })
}

/// `POST /bank/session`: every form is a use of the session: there is nothing else to do.
pub(super) async fn post(_form: OnlineBankForm) -> Response {
    see_other(ONLINE_BANK_PATH)
}

/// `POST /bank/logout`: the session ends, here and in every process.
pub(super) async fn logout(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let (user, session) = (form.bank.user.clone(), form.bank.session.clone());
    log_out(&pages.area, user, session).await?;
    let mut response = see_done(&format!("{LOGIN_PATH}?done=logged-out"));
    add_cookie(response.headers_mut(), &pages.site.cookies().clear_session());
    Ok(response)
}

/// `POST /bank/language`: the same page in another language, which the browser keeps.
pub(super) async fn language(State(pages): Pages, form: OnlineBankForm) -> Response {
    let mut response = see_other(local_path(form.field("next")).unwrap_or(ONLINE_BANK_PATH));
    if let Ok(language) = form.field("language").parse() {
        add_cookie(response.headers_mut(), &pages.site.cookies().set_language(language));
    }
    response
}

/// `POST /bank/confirmation/passkey`: a challenge for the script of a page that confirms.
pub(super) async fn passkey(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let (user, session) = (&form.bank.user, &form.bank.session);
    let request = ask_to_confirm(&pages.area, user, session).await?;
    Ok(passkey_request(request.ok_or(PageError::NotFound)?))
}
