//! A session of the online bank: the content of its cookie, and its length.
//!
//! The cookie is a signed token of a kind of its own (`typ` `online-bank+jwt`), which opens pages and no operation
//! (docs/adr/0008). It is not renewed: after a working day, or after minutes without a click, the person logs in again.

use kernel::Instant;
pub use kernel::ONLINE_BANK_CLIENT;
use serde::Serialize;

/// Seconds that a session lives by default: a working day.
pub const SESSION_S: u32 = 8 * 60 * 60;
/// Seconds without a click after which a session ends by default.
pub const IDLE_S: u32 = 15 * 60;
/// Seconds after which another use of a session is noted: not every click is a change in the database.
pub const USE_NOTED_EVERY_S: i64 = 30;
/// The `typ` of its token.
pub const TOKEN_KIND: &str = "online-bank+jwt";

#[derive(Clone, Debug, Serialize)]
pub struct OnlineBankClaims<'a> {
    pub iss: &'a str,
    pub sub: &'a str,
    /// The issuer too: it opens the issuer's own pages.
    pub aud: &'a str,
    /// The moment of its issue, in seconds since 1970.
    pub iat: i64,
    /// The moment of its expiry, in seconds since 1970.
    pub exp: i64,
    pub jti: String,
    pub sid: &'a str,
    pub company: &'a str,
    /// The token that every form of the session has to carry.
    pub csrf: &'a str,
    /// True in a sandbox's token, absent in a live one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub sandbox: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionLimits {
    /// Seconds that it lives at most.
    pub session_s: u32,
    /// Seconds without a click after which it ends.
    pub idle_s: u32,
}

impl Default for SessionLimits {
    fn default() -> Self {
        Self { session_s: SESSION_S, idle_s: IDLE_S }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionUse {
    /// The last use that was noted; its beginning at first.
    pub used_at: Instant,
    /// The moment at which it ends, used or not.
    pub expires_at: Instant,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UseVerdict {
    Over,
    /// It goes on, and a use a moment ago is noted already.
    Known,
    /// It goes on, and the use is to be noted.
    ToNote,
}

impl SessionUse {
    /// Returns the moment at which the session ends when nobody uses it any more.
    pub fn ends_at(self, limits: SessionLimits) -> Instant {
        self.used_at.plus_seconds(i64::from(limits.idle_s)).min(self.expires_at)
    }

    /// Judges a use at `now`. A clock that went back ends nothing.
    pub fn judge(self, limits: SessionLimits, now: Instant) -> UseVerdict {
        if self.ends_at(limits) <= now {
            UseVerdict::Over
        } else if self.used_at.plus_seconds(USE_NOTED_EVERY_S) <= now {
            UseVerdict::ToNote
        } else {
            UseVerdict::Known
        }
    }
}

/// Names and roles that every page of the online bank shows. Its `Debug` shows nothing of them.
#[derive(Clone, PartialEq, Eq)]
pub struct VisitorNames {
    pub user_name: String,
    pub company_name_ru: String,
    pub company_name_en: String,
    pub roles: Vec<String>,
    /// True while the person administers the company.
    pub is_administrator: bool,
    pub session: SessionUse,
}

kernel::debug_shows!(VisitorNames(..));

#[cfg(test)]
mod tests;
