//! Person who asks, as the trail names them, and the errors of the use cases.

use area::Author;
use audit::{Actor, Entry};
use clients::signatures::RegistrationError;
use kernel::{Cnum, Instant, UserId};
use store::StoreError;
use thiserror::Error;

use crate::refusal::Refusal;
use crate::state::CertificatesState;

/// The person whose certificates they are, in the session of a company.
#[derive(Clone, Debug)]
pub(crate) struct Signer {
    pub(crate) user: UserId,
    pub(crate) cnum: Cnum,
    author: Author,
}

impl Signer {
    /// Names the person in the request that this task answers.
    pub(crate) fn of_request(user: UserId, cnum: Cnum) -> Self {
        Self { author: Author::of_request(Actor::User(user.clone())), user, cnum }
    }

    /// Begins an entry about something of the company that this person has changed.
    pub(super) fn entry(
        &self,
        state: &CertificatesState,
        at: Instant,
        action: &'static str,
        object: (&'static str, &str),
    ) -> Entry {
        self.author.entry(at, &*state.randomness, action, object).company(self.cnum.clone())
    }
}

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
            RegistrationError::KeyOfAnother(_) => Refusal::KeyOfAnother,
            RegistrationError::KeyOfAnotherType(registered) => Refusal::KeyOfAnotherType(registered),
            RegistrationError::KeyRevoked => Refusal::KeyRevoked,
            RegistrationError::Certificate(error) => Refusal::Unreadable(error),
            RegistrationError::TooMany => Refusal::TooMany,
            RegistrationError::RightAbsent { .. } => return Self::NoRight,
            RegistrationError::Store(error) => return Self::Store(error),
        })
    }
}
