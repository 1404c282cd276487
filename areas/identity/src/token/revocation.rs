//! Revocations, of which every process must know before a token expires by itself (IDN-11).

use kernel::{ClientId, SessionId, UserId};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Every token of a session.
    Session(SessionId),
    /// Every token of a user that was issued up to the moment of the revocation.
    User(UserId),
    /// Every token of a client that was issued up to the moment of the revocation.
    Client(ClientId),
}

kernel::text_enum! {
    /// Kind of a subject, as the table holds it.
    pub enum SubjectKind {
        Session = "SESSION",
        User = "USER",
        Client = "CLIENT",
    }
}

impl Subject {
    pub const fn kind(&self) -> SubjectKind {
        match self {
            Self::Session(_) => SubjectKind::Session,
            Self::User(_) => SubjectKind::User,
            Self::Client(_) => SubjectKind::Client,
        }
    }

    pub fn id(&self) -> &str {
        match self {
            Self::Session(session) => session.as_str(),
            Self::User(user) => user.as_str(),
            Self::Client(client) => client.as_str(),
        }
    }
}
