//! Who may use this area: users of the online bank.

use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use clients::Role;
use edge::{Authenticated, Caller, Edge, Fault};
use http::request::Parts;

use super::error::CertificatesError;

/// The caller by both tokens, with the role ONLINE-USER. Others, an auditor for example, get 403 before anything else is
/// looked at.
#[derive(Debug)]
pub(super) struct OnlineUser(pub(super) Arc<Caller>);

impl<S: Send + Sync> FromRequestParts<S> for OnlineUser
where
    Edge: FromRef<S>,
{
    type Rejection = CertificatesError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, CertificatesError> {
        let caller = Authenticated::<CertificatesError>::from_request_parts(parts, state).await?;
        if !caller.has_role(Role::ONLINE_USER) {
            return Err(Fault::Forbidden.into());
        }
        Ok(Self(caller.0))
    }
}
