//! Revocations, of which every process must know before a token expires by itself (IDN-11).

use std::fmt;
use std::str::FromStr;

use kernel::{ClientId, SessionId, UserId};

/// Subject of a revocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Every token of a session.
    Session(SessionId),
    /// Every token of a user that was issued up to the moment of the revocation.
    User(UserId),
    /// Every token of a client that was issued up to the moment of the revocation.
    Client(ClientId),
}

/// Kind of a subject, as the table holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubjectKind {
    /// A session.
    Session,
    /// A user.
    User,
    /// A client.
    Client,
}

/// Error for a text that is no kind of subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no kind of a revocation's subject")]
pub struct SubjectKindError;

impl SubjectKind {
    /// Returns the name as the table holds it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Session => "SESSION",
            Self::User => "USER",
            Self::Client => "CLIENT",
        }
    }
}

impl fmt::Display for SubjectKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for SubjectKind {
    type Err = SubjectKindError;
    fn from_str(text: &str) -> Result<Self, SubjectKindError> {
        [Self::Session, Self::User, Self::Client]
            .into_iter()
            .find(|kind| kind.name() == text)
            .ok_or(SubjectKindError)
    }
}

impl Subject {
    /// Returns its kind.
    #[must_use]
    pub const fn kind(&self) -> SubjectKind {
        match self {
            Self::Session(_) => SubjectKind::Session,
            Self::User(_) => SubjectKind::User,
            Self::Client(_) => SubjectKind::Client,
        }
    }

    /// Returns its identifier.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Session(session) => session.as_str(),
            Self::User(user) => user.as_str(),
            Self::Client(client) => client.as_str(),
        }
    }
}
