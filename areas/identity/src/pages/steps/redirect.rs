//! The way back to the client (RFC 6749, 4.1.2; `iss`: RFC 9207).

use ::pages::see_other;
use axum::response::Response;
use edge::ToldError;

use crate::login::authorize_request::{AuthorizeError, ReturnedState};
use crate::login::redirection::{Value, location};
use crate::state::IdentityState;

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
