//! Callers who may use this area: users of the online bank.

use axum::extract::FromRequestParts;
use clients::{Directory, Role};
use edge::{Authenticated, Caller, Described, Description, EdgeError};
use http::request::Parts;

use super::error::CertificatesError;
use crate::state::CertificatesState;
use crate::viewer::Viewer;

/// The caller by both tokens, with the role ONLINE-USER. Others, an auditor for example, get 403 before anything else
/// is looked at.
#[derive(Debug)]
pub(super) struct OnlineUser(pub(super) Viewer);

impl FromRequestParts<CertificatesState> for OnlineUser {
    type Rejection = CertificatesError;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &CertificatesState,
    ) -> Result<Self, CertificatesError> {
        let caller = Authenticated::<CertificatesError>::from_request_parts(parts, state).await?;
        let directory = Directory::new(state.store.clone());
        if !directory.has_role(&caller.user, Role::ONLINE_USER).await? {
            return Err(EdgeError::Forbidden.into());
        }
        let Caller { company, user, client, .. } = &*caller.0;
        Ok(Self(Viewer { company: company.clone(), user: user.clone(), client: Some(client.clone()) }))
    }
}

impl Described for OnlineUser {
    fn describe(description: &mut Description<'_>) {
        Authenticated::<CertificatesError>::describe(description);
        description.error(CertificatesError::FORBIDDEN);
    }
}
