//! Callers, and the clients and requests that their paths name.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use clients::{Directory, Role};
use edge::{Authenticated, Caller, accept_language};
use http::request::Parts;
use kernel::{Cnum, Language};

use super::error::{TariffError, Violation};
use crate::broken_rule::BrokenRule;
use crate::request::RequestId;
use crate::state::TariffRequestsState;
use crate::viewer::Viewer;

/// A caller with the role ONLINE-USER (spec section 5, rule 5), and the language that the request asks for.
pub(crate) struct OnlineUser {
    caller: Arc<Caller>,
    /// The language of a document that the request makes; Russian when it asks for neither of the two.
    pub(super) language: Language,
}

impl OnlineUser {
    /// Takes the caller as the use cases know it.
    pub(super) fn viewer(&self) -> Viewer {
        Viewer {
            user: self.caller.user.clone(),
            company: self.caller.company.clone(),
            client: Some(self.caller.client.clone()),
        }
    }
}

impl FromRequestParts<TariffRequestsState> for OnlineUser {
    type Rejection = TariffError;

    async fn from_request_parts(parts: &mut Parts, state: &TariffRequestsState) -> Result<Self, TariffError> {
        let caller = Authenticated::<TariffError>::from_request_parts(parts, state).await?;
        let directory = Directory::new(state.store.clone());
        if !directory.has_role(&caller.user, Role::ONLINE_USER).await? {
            return Err(TariffError::AccessDenied);
        }
        let language = accept_language(&parts.headers).unwrap_or_default();
        Ok(Self { caller: Arc::clone(&caller.0), language })
    }
}

/// The client of a path or body. What is no cnum names no client.
pub(super) fn client(text: &str) -> Result<Cnum, TariffError> {
    text.parse().map_err(|_| BrokenRule::ClientNotFound.into())
}

/// The int64 of a path.
pub(super) fn integer(name: &'static str, text: &str) -> Result<i64, TariffError> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = if plain { text.parse().ok() } else { None };
    number.ok_or_else(|| Violation::new(name, "must be an int64").into())
}

/// The request of a path. A number that no request can have names none.
pub(super) fn request_id(text: &str) -> Result<RequestId, TariffError> {
    RequestId::try_from(integer("id", text)?).map_err(|_| BrokenRule::RequestNotFound.into())
}
