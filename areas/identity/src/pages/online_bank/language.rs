//! `POST /bank/language`: the same page in another language, which the browser keeps.

use ::pages::{Language, ONLINE_BANK_PATH, OnlineBankForm, local_path, see_other};
use axum::extract::State;
use axum::response::Response;
use http::{HeaderValue, header};

use super::Pages;

pub(super) async fn post(State(pages): Pages, form: OnlineBankForm) -> Response {
    let mut response = see_other(local_path(form.field("next")).unwrap_or(ONLINE_BANK_PATH));
    let language: Option<Language> = form.field("language").parse().ok();
    let cookie = language.map(|language| pages.site.cookies().set_language(language));
    if let Some(Ok(cookie)) = cookie.map(HeaderValue::try_from) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}
