//! Callers who may use this area: users of the online bank.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use clients::{Directory, Role};
use edge::{Authenticated, Caller, Described, Description};
use http::request::Parts;

use super::error::ApiError;
use crate::state::WebhooksState;
use crate::work::administration::Administrator;

/// The caller by both tokens, with the role ONLINE-USER.
#[derive(Debug)]
pub(super) struct OnlineUser(pub(super) Arc<Caller>);

impl OnlineUser {
    pub(super) fn caller(&self) -> &Caller {
        &self.0
    }

    /// Takes the caller as an administrator, who sees the webhooks of the calling software alone.
    pub(super) fn administrator(&self) -> Administrator {
        Administrator {
            user: self.0.user.clone(),
            company: self.0.company.clone(),
            client: Some(self.0.client.clone()),
        }
    }
}

impl FromRequestParts<WebhooksState> for OnlineUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &WebhooksState) -> Result<Self, ApiError> {
        let caller = Authenticated::<ApiError>::from_request_parts(parts, state).await?;
        let directory = Directory::new(state.store.clone());
        if !directory.has_role(&caller.user, Role::ONLINE_USER).await? {
            return Err(ApiError::NotAllowed);
        }
        Ok(Self(caller.0))
    }
}

impl Described for OnlineUser {
    fn describe(description: &mut Description<'_>) {
        Authenticated::<ApiError>::describe(description);
        description.error(ApiError::NOT_ALLOWED);
    }
}
