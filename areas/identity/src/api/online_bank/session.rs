//! The cookie of a session of the online bank.

use ::pages::{Cookies, see_other};
use axum::response::Response;
use http::{HeaderValue, header};

use crate::api::interaction::PageFault;
use crate::api::token;
use crate::interaction::Secret;
use crate::online_bank::{OnlineBankClaims, TOKEN_KIND};
use crate::session::Session;
use crate::signing_key::SigningAlgorithm;
use crate::state::IdentityState;

/// Sends the browser to `next` with the cookie of a session that has begun.
pub(in crate::api) fn opened(
    state: &IdentityState,
    session: &Session,
    next: &str,
) -> Result<Response, PageFault> {
    let csrf = Secret::mint(state.randomness.as_ref());
    let now = state.clock.now();
    let claims = OnlineBankClaims::new(
        &state.settings.issuer,
        session,
        csrf.as_str(),
        state.randomness.uuid(now).to_string(),
        now.unix_seconds(),
    );
    let keys = state.keys.current();
    let token = token::signed(keys.active(SigningAlgorithm::Es256), TOKEN_KIND, &claims)
        .map_err(|error| PageFault::internal(format!("a session token cannot be signed: {error:?}")))?;
    let mut response = see_other(next);
    let cookie = Cookies::of(&state.settings.issuer).set_session(&token);
    let cookie = HeaderValue::try_from(cookie).map_err(|error| PageFault::internal(error.to_string()))?;
    response.headers_mut().append(header::SET_COOKIE, cookie);
    Ok(response)
}
