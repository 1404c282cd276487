//! A session: one login of one user through one client, from the exchange of its code until it ends or its 30
//! days are over. Every token carries its identifier (`sid`); a session that has ended takes them all along.

use std::fmt;
use std::str::FromStr;

use kernel::{ClientId, Cnum, Instant, SessionId, UserId};

use crate::refresh::RefreshState;

/// Reason for the end of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// The user logged out (OpenID Connect RP-Initiated Logout).
    Logout,
    /// The client revoked a token (RFC 7009).
    RevokedByClient,
    /// The authorization code was used a second time.
    CodeReplayed,
    /// A refresh token was used after its successor.
    RefreshReused,
    /// The user was locked.
    UserLocked,
    /// The client was disabled.
    ClientDisabled,
    /// Somebody at the bank ended it.
    Operator,
    /// An administrator of the company ended it.
    ByCompany,
    /// The user ended it from another session, or replaced the password or the second factor.
    ByUser,
}

/// Every reason.
pub const END_REASONS: [EndReason; 9] = [
    EndReason::Logout,
    EndReason::RevokedByClient,
    EndReason::CodeReplayed,
    EndReason::RefreshReused,
    EndReason::UserLocked,
    EndReason::ClientDisabled,
    EndReason::Operator,
    EndReason::ByCompany,
    EndReason::ByUser,
];

impl EndReason {
    /// Returns the name as the table and the trail hold it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Logout => "LOGOUT",
            Self::RevokedByClient => "REVOKED_BY_CLIENT",
            Self::CodeReplayed => "CODE_REPLAYED",
            Self::RefreshReused => "REFRESH_REUSED",
            Self::UserLocked => "USER_LOCKED",
            Self::ClientDisabled => "CLIENT_DISABLED",
            Self::Operator => "OPERATOR",
            Self::ByCompany => "BY_COMPANY",
            Self::ByUser => "BY_USER",
        }
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// Error for a text that is no reason for the end of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no reason for the end of a session")]
pub struct EndReasonError;

impl FromStr for EndReason {
    type Err = EndReasonError;
    fn from_str(text: &str) -> Result<Self, EndReasonError> {
        END_REASONS.into_iter().find(|reason| reason.name() == text).ok_or(EndReasonError)
    }
}

/// A session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Its identifier.
    pub id: SessionId,
    /// The client that it goes through.
    pub client: ClientId,
    /// Its user.
    pub user: UserId,
    /// The company that the user acts for.
    pub company: Cnum,
    /// The granted scopes, divided by spaces.
    pub scope: String,
    /// Seconds that its tokens live, when the client asked for that.
    pub max_age_s: Option<u32>,
    /// The moment of the last proof of the user.
    pub authenticated_at: Instant,
    /// The moment from which its last refresh token does not work any more.
    pub expires_at: Instant,
    /// The state of its chain of refresh tokens.
    pub refresh: RefreshState,
    /// The moment and the reason of its end.
    pub ended: Option<(Instant, EndReason)>,
}

impl Session {
    /// Tells that its tokens are valid at `now`, as far as it is concerned.
    #[must_use]
    pub fn is_alive(&self, now: Instant) -> bool {
        self.ended.is_none() && now < self.expires_at
    }
}

/// Returns the scopes of `wanted` when the `granted` ones hold all of them (RFC 6749, 6): in the order of the grant,
/// each once. Nothing wanted is everything granted.
#[must_use]
pub fn narrowed(granted: &str, wanted: Option<&str>) -> Option<String> {
    let Some(wanted) = wanted else { return Some(granted.to_owned()) };
    let has = |scopes: &str, scope: &str| scopes.split(' ').any(|other| other == scope);
    if !wanted.split(' ').all(|scope| !scope.is_empty() && has(granted, scope)) {
        return None;
    }
    Some(granted.split(' ').filter(|scope| has(wanted, scope)).collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests;
