//! The way back to the client (RFC 6749, 4.1.2; `iss`: RFC 9207), or into the online bank.

use ::pages::{Cookies, see_other};
use axum::response::Response;
use edge::ToldError;
use http::{HeaderValue, header};

use super::error::{LoginPageError, Result};
use crate::login::authorize_request::{AuthorizeError, ReturnedState};
use crate::login::redirection::{Value, location};
use crate::state::IdentityState;
use crate::token::session::Session;
use crate::work::issue_tokens::issue_online_bank_token;

/// Sends the browser back with a code.
pub(super) fn redirect_with_code(
    state: &IdentityState,
    redirect_uri: &str,
    code: &str,
    returned: Option<&ReturnedState>,
) -> Response {
    redirect(state, redirect_uri, vec![("code", Value::Plain(code))], returned)
}

/// Sends the browser back with an error (RFC 6749, 4.1.2.1).
pub(crate) fn redirect_with_error(
    state: &IdentityState,
    redirect_uri: &str,
    error: AuthorizeError,
    returned: Option<&ReturnedState>,
) -> Response {
    let description = error.description();
    let parameters =
        vec![("error", Value::Plain(error.code())), ("error_description", Value::Plain(&description))];
    let mut response = redirect(state, redirect_uri, parameters, returned);
    let told = ToldError { code: error.code().to_owned(), message: description.clone() };
    response.extensions_mut().insert(told);
    response
}

fn redirect<'a>(
    state: &'a IdentityState,
    redirect_uri: &str,
    mut parameters: Vec<(&str, Value<'a>)>,
    returned: Option<&'a ReturnedState>,
) -> Response {
    if let Some(returned) = returned {
        parameters.push(("state", Value::Encoded(returned.encoded())));
    }
    parameters.push(("iss", Value::Plain(&state.settings.issuer)));
    see_other(&location(redirect_uri, &parameters))
}

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
