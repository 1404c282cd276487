//! A grant: what somebody lets a client do for a company by logging in through it. It lasts as long as a session of it.

use kernel::{ClientId, Instant, UserId};

/// Open logins of one user through one client for one company, with the same scopes. Its `Debug` shows no names.
#[derive(Clone, PartialEq, Eq)]
pub struct Grant {
    pub user: UserId,
    pub full_name: String,
    /// The name the person logs in with.
    pub login: String,
    /// The granted scopes, divided by spaces.
    pub scope: String,
    /// The number of open logins.
    pub logins: i64,
    /// The moment of the first of them.
    pub granted_at: Instant,
    /// The moment at which tokens were last issued to one of them.
    pub used_at: Instant,
}

impl std::fmt::Debug for Grant {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Grant({}, ..)", self.user)
    }
}

/// The last time that a client got tokens for a company.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastUse {
    pub client: ClientId,
    /// The moment; none when that was before the oldest session that is kept.
    pub used_at: Option<Instant>,
}
