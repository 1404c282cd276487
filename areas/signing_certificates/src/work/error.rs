//! Errors of the use cases.

use clients::signatures::RegistrationError;
use store::StoreError;
use thiserror::Error;

use crate::refusal::Refusal;

#[derive(Debug, Error)]
pub(crate) enum CertificateError {
    /// There is no such certificate of this person, or no such request.
    #[error("no such certificate of this person")]
    NotFound,
    #[error("no right to sign")]
    NoRight,
    #[error("refused: {0:?}")]
    Refused(Refusal),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<RegistrationError> for CertificateError {
    fn from(error: RegistrationError) -> Self {
        Self::Refused(match error {
            RegistrationError::KeyOfAnother(_) | RegistrationError::KeyAskedForByAnother(_) => {
                Refusal::KeyOfAnother
            }
            RegistrationError::KeyOfAnotherType(registered) => Refusal::KeyOfAnotherType(registered),
            RegistrationError::KeyRevoked => Refusal::KeyRevoked,
            RegistrationError::Certificate(error) => Refusal::Unreadable(error),
            RegistrationError::TooMany => Refusal::TooMany,
            RegistrationError::RightAbsent { .. } => return Self::NoRight,
            RegistrationError::Store(error) => return Self::Store(error),
        })
    }
}
