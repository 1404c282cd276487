//! The history of the logins of one person: what came of each, when and from where.

use std::fmt;
use std::str::FromStr;

use kernel::{Instant, text_enum};
use webauthn::WebauthnError;

use crate::login::candidate::Failure;
use crate::person::origin::Origin;

/// Seconds that a login is remembered: 90 days.
pub const LOGINS_KEPT_S: i64 = 90 * 86_400;
/// The most logins that a page shows, the latest first.
pub const LOGINS_SHOWN_MAX: i64 = 200;

text_enum! {
    /// The proofs of a login.
    pub enum LoginWay {
        /// The password alone.
        Password = "PASSWORD",
        /// The password and the one-time code.
        Code = "CODE",
        /// The password and a recovery code in the place of the one-time code.
        RecoveryCode = "RECOVERY_CODE",
        Passkey = "PASSKEY",
    }
}

/// Outcome of a login, or of a proof in an open session; or a change of what logs in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoginOutcome {
    /// The person is in. The proofs are not known of logins before they were noted, and of simulated ones.
    Succeeded(Option<LoginWay>),
    /// The password was wrong. Names that nobody has are kept so too.
    WrongPassword,
    /// The one-time code was wrong.
    WrongCode,
    /// The one-time code was used before.
    UsedCode,
    /// The recovery code was wrong, or used before.
    WrongRecoveryCode,
    /// The proof with a passkey was refused.
    WrongPasskey,
    /// The counter of a passkey has not grown: there may be a copy of the device.
    PasskeyCounter,
    /// A passkey was registered.
    PasskeyAdded,
    PasskeyRemoved,
    PasswordByBank,
    /// The bank has given a second factor.
    FactorByBank,
    /// The bank has removed the second factor.
    FactorGoneByBank,
    /// The password was right and the user is not in service.
    UserNotActive,
    /// Too many wrong proofs: the next ones are refused unseen for a while.
    Locked,
}

const OUTCOMES: [LoginOutcome; 18] = [
    LoginOutcome::Succeeded(None),
    LoginOutcome::Succeeded(Some(LoginWay::Password)),
    LoginOutcome::Succeeded(Some(LoginWay::Code)),
    LoginOutcome::Succeeded(Some(LoginWay::RecoveryCode)),
    LoginOutcome::Succeeded(Some(LoginWay::Passkey)),
    LoginOutcome::WrongPassword,
    LoginOutcome::WrongCode,
    LoginOutcome::UsedCode,
    LoginOutcome::WrongRecoveryCode,
    LoginOutcome::WrongPasskey,
    LoginOutcome::PasskeyCounter,
    LoginOutcome::PasskeyAdded,
    LoginOutcome::PasskeyRemoved,
    LoginOutcome::PasswordByBank,
    LoginOutcome::FactorByBank,
    LoginOutcome::FactorGoneByBank,
    LoginOutcome::UserNotActive,
    LoginOutcome::Locked,
];

impl LoginOutcome {
    /// Returns the name as the table holds it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Succeeded(None) => "SUCCEEDED",
            Self::Succeeded(Some(LoginWay::Password)) => "SUCCEEDED_PASSWORD",
            Self::Succeeded(Some(LoginWay::Code)) => "SUCCEEDED_CODE",
            Self::Succeeded(Some(LoginWay::RecoveryCode)) => "SUCCEEDED_RECOVERY_CODE",
            Self::Succeeded(Some(LoginWay::Passkey)) => "SUCCEEDED_PASSKEY",
            Self::WrongPassword => "WRONG_PASSWORD",
            Self::WrongCode => "WRONG_CODE",
            Self::UsedCode => "USED_CODE",
            Self::WrongRecoveryCode => "WRONG_RECOVERY_CODE",
            Self::WrongPasskey => "WRONG_PASSKEY",
            Self::PasskeyCounter => "PASSKEY_COUNTER",
            Self::PasskeyAdded => "PASSKEY_ADDED",
            Self::PasskeyRemoved => "PASSKEY_REMOVED",
            Self::PasswordByBank => "PASSWORD_BY_BANK",
            Self::FactorByBank => "FACTOR_BY_BANK",
            Self::FactorGoneByBank => "FACTOR_GONE_BY_BANK",
            Self::UserNotActive => "USER_NOT_ACTIVE",
            Self::Locked => "LOCKED",
        }
    }
}

/// Error for a text that is no outcome of a login.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no outcome of a login")]
pub struct LoginOutcomeError;

impl FromStr for LoginOutcome {
    type Err = LoginOutcomeError;
    fn from_str(text: &str) -> Result<Self, LoginOutcomeError> {
        OUTCOMES.into_iter().find(|outcome| outcome.as_str() == text).ok_or(LoginOutcomeError)
    }
}

impl fmt::Display for LoginOutcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl From<Failure> for LoginOutcome {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::UnknownUser | Failure::WrongPassword | Failure::OneTimePasswordOver => {
                Self::WrongPassword
            }
            Failure::UserNotActive => Self::UserNotActive,
            Failure::WrongCode => Self::WrongCode,
            Failure::UsedCode => Self::UsedCode,
            Failure::WrongRecoveryCode => Self::WrongRecoveryCode,
            Failure::WrongPasskey(WebauthnError::Counter) => Self::PasskeyCounter,
            Failure::WrongPasskey(_) => Self::WrongPasskey,
        }
    }
}

/// A login as its person sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastLogin {
    pub at: Instant,
    pub outcome: LoginOutcome,
    /// The client that asked for it.
    pub client: String,
    /// The client's name; none for the online bank, and for a client that is gone.
    pub client_name: Option<String>,
    /// The place that it came from.
    pub origin: Origin,
}

#[cfg(test)]
mod tests;
