//! The second factor, or the password again, where something is signed.

use ::pages::{Confirmation, ConfirmationKind, PageError, Proof, Reply, SignatureConfirmation};
use edge::EdgeError;
use kernel::UserId;

use crate::state::IdentityState;
use crate::work::WorkError;
use crate::work::confirm::{confirm, confirmation_kind, lacks_factor};
use crate::work::passkeys::ask::has_passkeys;

/// Confirmations by the credentials of the login.
#[derive(Clone)]
pub struct ByCredentials(IdentityState);

kernel::debug_shows!(ByCredentials { .. });

impl IdentityState {
    /// Returns what takes second factors and passwords where something is signed in the online bank.
    pub fn confirmation(&self) -> ByCredentials {
        ByCredentials(self.clone())
    }
}

impl SignatureConfirmation for ByCredentials {
    fn kind<'a>(&'a self, user: &'a UserId) -> Reply<'a, ConfirmationKind> {
        Box::pin(async move { Ok(confirmation_kind(&self.0, user).await?) })
    }

    fn takes_passkeys<'a>(&'a self, user: &'a UserId) -> Reply<'a, bool> {
        Box::pin(async move { Ok(has_passkeys(&self.0, user).await?) })
    }

    fn lacks_factor<'a>(&'a self, user: &'a UserId) -> Reply<'a, bool> {
        Box::pin(async move { Ok(lacks_factor(&self.0, user).await?) })
    }

    fn confirm<'a>(&'a self, proof: Proof<'a>) -> Reply<'a, Confirmation> {
        Box::pin(async move { confirm(&self.0, proof).await?.ok_or(PageError::Forbidden) })
    }
}

impl From<WorkError> for PageError {
    fn from(error: WorkError) -> Self {
        EdgeError::from(error).into()
    }
}
