//! Error for work that could not be done, for no fault of the person or the client.

use store::StoreError;

use crate::keys::signing_key::SigningKeyError;
use crate::person::credential::{Interrupted, QueueFull};
use crate::person::second_factor::TotpError;
use crate::sealing::SealingError;

/// Error for work that could not be done, for no fault of the person or the client.
#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Too many passwords wait to be looked at.
    #[error(transparent)]
    QueueFull(#[from] QueueFull),
    /// A password hash was not finished.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// A sealed secret does not open.
    #[error(transparent)]
    Sealing(#[from] SealingError),
    /// The secret of a second factor has a wrong form.
    #[error(transparent)]
    SecondFactor(#[from] TotpError),
    #[error(transparent)]
    SigningKey(#[from] SigningKeyError),
    #[error(transparent)]
    Claims(#[from] serde_json::Error),
}

impl kernel::InternalError for WorkError {
    fn is_temporary(&self) -> bool {
        match self {
            Self::Store(error) => error.is_temporary(),
            Self::QueueFull(_) => true,
            Self::Interrupted(_)
            | Self::Sealing(_)
            | Self::SecondFactor(_)
            | Self::SigningKey(_)
            | Self::Claims(_) => false,
        }
    }
}
