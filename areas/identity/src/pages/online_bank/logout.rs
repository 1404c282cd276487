//! `POST /bank/logout`: the session ends, here and in every process.

use ::pages::{LOGIN_PATH, OnlineBankForm, PageResult, see_done};
use axum::extract::State;
use http::{HeaderValue, header};

use super::Pages;
use crate::work::log_out::log_out;

pub(super) async fn post(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let (user, session) = (form.bank.user.clone(), form.bank.session.clone());
    log_out(&pages.area, user, session).await?;
    let mut response = see_done(&format!("{LOGIN_PATH}?done=logged-out"));
    if let Ok(cookie) = HeaderValue::try_from(pages.site.cookies().clear_session()) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    Ok(response)
}
