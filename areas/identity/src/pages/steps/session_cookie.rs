//! The cookie of a session of the online bank.

use ::pages::{Cookies, see_other};
use axum::response::Response;
use http::{HeaderValue, header};

use super::error::{LoginPageError, Result};
use crate::state::IdentityState;
use crate::token::session::Session;
use crate::work::issue_tokens::issue_online_bank_token;

/// Sends the browser to `next` with the cookie of a session that has begun.
pub(crate) fn open_online_bank(state: &IdentityState, session: &Session, next: &str) -> Result<Response> {
    let token = issue_online_bank_token(state, session)
        .map_err(|error| LoginPageError::internal(format!("a session token cannot be signed: {error}")))?;
    let mut response = see_other(next);
    let cookie = Cookies::at(&state.settings.issuer).set_session(&token);
    let cookie =
        HeaderValue::try_from(cookie).map_err(|error| LoginPageError::internal(error.to_string()))?;
    response.headers_mut().append(header::SET_COOKIE, cookie);
    Ok(response)
}
