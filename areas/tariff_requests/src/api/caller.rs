//! Callers, and the texts by which they name things.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use clients::{Directory, Role};
use edge::{Authenticated, Caller, Described, Description, RequestContext};
use http::request::Parts;
use kernel::Cnum;

use super::error::{TariffError, Violation};
use crate::broken_rule::BrokenRule;
use crate::state::TariffRequestsState;
use crate::viewer::Viewer;

/// A caller with the role ONLINE-USER (spec section 5, rule 5).
pub(crate) struct OnlineUser(Arc<Caller>);

impl OnlineUser {
    pub(super) fn caller(&self) -> &Caller {
        &self.0
    }

    pub(super) fn viewer(&self) -> Viewer {
        Viewer {
            user: self.0.user.clone(),
            company: self.0.company.clone(),
            client: Some(self.0.client.clone()),
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
        Ok(Self(caller.0))
    }
}

impl Described for OnlineUser {
    fn describe(description: &mut Description<'_>) {
        Authenticated::<TariffError>::describe(description);
        description.error(TariffError::ACCESS_DENIED);
    }
}

/// The client of a path or body. What is no cnum names no client.
pub(super) fn client(text: &str) -> Result<Cnum, TariffError> {
    let cnum = text.parse().map_err(|_| BrokenRule::ClientNotFound)?;
    RequestContext::check_company(&cnum)?;
    Ok(cnum)
}

/// The int64 of a path.
pub(super) fn integer(name: &'static str, text: &str) -> Result<i64, TariffError> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = if plain { text.parse().ok() } else { None };
    number.ok_or_else(|| Violation::new(name, "must be an int64").into())
}
