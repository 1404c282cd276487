//! People who try to log in, and the reasons for which an attempt fails.

use clients::{User, UserStatus};
use kernel::check_characters;
use webauthn::WebauthnError;

use crate::person::credential::{StoredCredential, Verification};

/// Tells that a login that was typed may be written down and shown to people: no login has a character that reorders
/// the others (GEN-06).
pub fn is_shown(login: &str) -> bool {
    check_characters(login).is_ok()
}

/// User behind a login name, as far as the database knows.
#[derive(Clone, Debug, Default)]
pub struct Candidate {
    /// The user with the login name, whatever the status.
    pub user: Option<User>,
    pub credential: Option<StoredCredential>,
}

impl Candidate {
    /// Returns the user and the credential after the password was looked at.
    ///
    /// | user | password | outcome |
    /// |---|---|---|
    /// | none | any | `UnknownUser` |
    /// | any | wrong, or there is none | `WrongPassword` |
    /// | not in service | right | `UserNotActive` |
    /// | in service | right | the user |
    pub fn judge(&self, verification: Verification) -> Result<(&User, &StoredCredential), Failure> {
        let user = self.user.as_ref().ok_or(Failure::UnknownUser)?;
        match (&self.credential, verification) {
            (None, _) | (_, Verification::Wrong) => Err(Failure::WrongPassword),
            (Some(credential), Verification::Right { .. }) if user.status == UserStatus::Active => {
                Ok((user, credential))
            }
            (Some(_), Verification::Right { .. }) => Err(Failure::UserNotActive),
        }
    }
}

/// Reason for which an attempt failed, for the audit trail and the metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    UnknownUser,
    /// The password is wrong, or the user has none.
    WrongPassword,
    /// The password is a one-time one that was used, or whose time is over.
    OneTimePasswordOver,
    UserNotActive,
    WrongCode,
    UsedCode,
    /// The recovery code is none of the user's, or was used before.
    WrongRecoveryCode,
    WrongPasskey(WebauthnError),
}

impl Failure {
    /// Returns the name in the audit trail and in the metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Self::UnknownUser => "UNKNOWN_USER",
            Self::WrongPassword => "WRONG_PASSWORD",
            Self::OneTimePasswordOver => "ONE_TIME_PASSWORD_OVER",
            Self::UserNotActive => "USER_NOT_ACTIVE",
            Self::WrongCode => "WRONG_CODE",
            Self::UsedCode => "USED_CODE",
            Self::WrongRecoveryCode => "WRONG_RECOVERY_CODE",
            Self::WrongPasskey(WebauthnError::Counter) => "PASSKEY_COUNTER",
            Self::WrongPasskey(_) => "WRONG_PASSKEY",
        }
    }

    /// Returns the step at which a proof with a passkey was refused, for the audit trail.
    pub const fn step(self) -> Option<&'static str> {
        if let Self::WrongPasskey(error) = self { Some(error.as_str()) } else { None }
    }
}

#[cfg(test)]
mod tests;
