//! `GET /authorize`: the operation that begins a login. The pages that follow it are in [`crate::pages::steps`].

mod authorize;

use edge::{OperationList, operation};

use crate::pages::steps;
use crate::pages::steps::error::LoginPageError;
use crate::state::IdentityState;

/// Returns the routes that a browser uses. Only the first is part of the contract with clients.
pub fn router() -> OperationList<IdentityState> {
    OperationList::new()
        .routes(operation!(
            authorize::start_login,
            LoginPageError::BAD_CLIENT,
            LoginPageError::TOO_MANY,
            LoginPageError::FAILED,
            LoginPageError::UNAVAILABLE
        ))
        .routes(operation!(
            authorize::start_login_by_post,
            LoginPageError::BAD_CLIENT,
            LoginPageError::FORM_TOO_SLOW,
            LoginPageError::FORM_TOO_LONG,
            LoginPageError::NO_FORM,
            LoginPageError::TOO_MANY,
            LoginPageError::FAILED,
            LoginPageError::UNAVAILABLE
        ))
        .untold(steps::router())
}
