//! Callers who may use this area: users of the online bank.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use clients::{Directory, Role};
use edge::{Authenticated, Caller, Described, Description};
use http::request::Parts;

use super::error::ApiError;
use crate::state::WebhooksState;
use crate::work::administration::{Administration, WebhookError};

/// The caller by both tokens, with the role ONLINE-USER.
#[derive(Debug)]
pub(super) struct OnlineUser {
    pub(super) caller: Arc<Caller>,
    /// The caller as an administrator, who sees the webhooks of the calling software alone.
    pub(super) by: Administration,
}

impl FromRequestParts<WebhooksState> for OnlineUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &WebhooksState) -> Result<Self, ApiError> {
        let caller = Authenticated::<ApiError>::from_request_parts(parts, state).await?;
        let directory = Directory::new(state.store.clone());
        if !directory.has_role(&caller.user, Role::ONLINE_USER).await? {
            return Err(WebhookError::NotOnline.into());
        }
        let Caller { user, company, client, .. } = &*caller.0;
        let (user, company, client) = (user.clone(), company.clone(), Some(client.clone()));
        let by = Administration { state: state.clone(), user, company, client };
        Ok(Self { caller: caller.0, by })
    }
}

impl Described for OnlineUser {
    fn describe(description: &mut Description<'_>) {
        Authenticated::<ApiError>::describe(description);
        description.error(ApiError::NOT_ALLOWED);
    }
}
