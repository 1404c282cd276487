//! A session: one login of one user through one client, from the exchange of its code until it ends or its 30
//! days are over. Every token carries its identifier (`sid`); a session that has ended takes them all along.

use kernel::{ClientId, Cnum, Instant, SessionId, UserId};

use crate::token::refresh::RefreshState;

kernel::text_enum! {
    pub enum EndReason {
        /// The user logged out (OpenID Connect RP-Initiated Logout).
        Logout = "LOGOUT",
        /// The client revoked a token (RFC 7009).
        RevokedByClient = "REVOKED_BY_CLIENT",
        /// The authorization code was used a second time.
        CodeReplayed = "CODE_REPLAYED",
        /// A refresh token was used after its successor.
        RefreshReused = "REFRESH_REUSED",
        UserLocked = "USER_LOCKED",
        ClientDisabled = "CLIENT_DISABLED",
        /// Somebody at the bank ended it.
        Operator = "OPERATOR",
        ByCompany = "BY_COMPANY",
        /// The user ended it from another session, or replaced the password or the second factor.
        ByUser = "BY_USER",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    pub id: SessionId,
    pub client: ClientId,
    pub user: UserId,
    pub company: Cnum,
    /// The granted scopes, divided by spaces.
    pub scope: String,
    /// Seconds that its tokens live, when the client asked for that.
    pub max_age_s: Option<u32>,
    /// The moment of the last proof of the user.
    pub authenticated_at: Instant,
    /// The moment from which its last refresh token does not work any more.
    pub expires_at: Instant,
    pub refresh: RefreshState,
    pub ended: Option<(Instant, EndReason)>,
}

impl Session {
    /// Tells that its tokens are valid at `now`, as far as it is concerned.
    pub fn is_alive(&self, now: Instant) -> bool {
        self.ended.is_none() && now < self.expires_at
    }
}

/// Returns the scopes of `wanted` when the `granted` ones hold all of them (RFC 6749, 6): in the order of the grant,
/// each once. Nothing wanted is everything granted.
pub fn narrowed(granted: &str, wanted: Option<&str>) -> Option<String> {
    let Some(wanted) = wanted else { return Some(granted.to_owned()) };
    let has = |scopes: &str, scope: &str| scopes.split(' ').any(|other| other == scope);
    if !wanted.split(' ').all(|scope| !scope.is_empty() && has(granted, scope)) {
        return None;
    }
    Some(granted.split(' ').filter(|scope| has(wanted, scope)).collect::<Vec<_>>().join(" "))
}

/// Tokens that are revoked, of which every process must know before they expire by themselves (IDN-11).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    Session(SessionId),
    /// Every token of a user that was issued up to the moment of the revocation.
    User(UserId),
    /// Every token of a client that was issued up to the moment of the revocation.
    Client(ClientId),
}

kernel::text_enum! {
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

/// Holder of access: a user through any client, or a client for any user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder<'a> {
    User(&'a UserId),
    /// All access through this client.
    Client(&'a ClientId),
}

impl<'a> From<&'a UserId> for Holder<'a> {
    fn from(user: &'a UserId) -> Self {
        Self::User(user)
    }
}

impl<'a> From<&'a ClientId> for Holder<'a> {
    fn from(client: &'a ClientId) -> Self {
        Self::Client(client)
    }
}

impl Holder<'_> {
    /// Returns the kind and the identifier, as the trail has them.
    pub fn object(&self) -> (&'static str, &str) {
        match self {
            Self::User(user) => ("user", user.as_str()),
            Self::Client(client) => ("client", client.as_str()),
        }
    }

    /// Picks what is for a user, or what is for a client.
    pub const fn pick<T: Copy>(&self, of_user: T, of_client: T) -> T {
        match self {
            Self::User(_) => of_user,
            Self::Client(_) => of_client,
        }
    }

    /// Returns the reason for which sessions of a stopped holder end.
    pub const fn stopped(&self) -> EndReason {
        self.pick(EndReason::UserLocked, EndReason::ClientDisabled)
    }

    pub fn subject(&self) -> Subject {
        match self {
            Self::User(user) => Subject::User((*user).clone()),
            Self::Client(client) => Subject::Client((*client).clone()),
        }
    }
}

#[cfg(test)]
mod tests;
