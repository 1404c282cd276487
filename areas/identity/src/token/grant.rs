//! Sessions as people see them: the own ones in the list of their user, and as a grant, which is what somebody lets a
//! client do for a company by logging in through it. It lasts as long as a session of it.

use kernel::{ClientId, Cnum, Instant, SessionId, UserId};

use crate::person::origin::Origin;
use crate::token::online_bank::{ONLINE_BANK_CLIENT, SessionLimits, SessionUse};

/// The most sessions that the list shows, the latest first.
pub const OWN_SESSIONS_MAX: i64 = 100;
/// The most grants of a client that its page shows, by person.
pub const GRANTS_SHOWN_MAX: usize = 200;
/// The most sessions that are told of one by one when their user ends them; above it the own one ends with them.
pub const ENDED_ONE_BY_ONE_MAX: usize = 1_000;

/// A session of the user who looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnSession {
    pub id: SessionId,
    pub client: ClientId,
    /// The client's name; none for the online bank itself.
    pub client_name: Option<String>,
    pub company: Cnum,
    pub origin: Origin,
    pub begun_at: Instant,
    pub last: SessionUse,
}

impl OwnSession {
    pub fn is_online_bank(&self) -> bool {
        self.client.as_str() == ONLINE_BANK_CLIENT
    }

    /// Tells that it still opens something at `now`. Sessions of clients have no limit of idle time: their software
    /// refreshes them for weeks.
    pub fn is_open(&self, limits: SessionLimits, now: Instant) -> bool {
        let ends_at = if self.is_online_bank() { self.last.ends_at(limits) } else { self.last.expires_at };
        now < ends_at
    }
}

/// Open logins of one user through one client for one company, with the same scopes. Its `Debug` shows no names.
#[derive(Clone, PartialEq, Eq)]
pub struct Grant {
    pub user: UserId,
    pub full_name: String,
    pub login: String,
    /// The granted scopes, divided by spaces.
    pub scope: String,
    pub logins: i64,
    /// The moment of the first of them.
    pub granted_at: Instant,
    /// The moment at which tokens were last issued to one of them.
    pub used_at: Instant,
}

kernel::debug_shows!(Grant { user, .. });

/// The last time that a client got tokens for a company.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastUse {
    pub client: ClientId,
    /// The moment; none when that was before the oldest session that is kept.
    pub used_at: Option<Instant>,
}
