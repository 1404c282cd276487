//! The history of the logins of one person: what came of each, when and from where.

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

text_enum! {
    /// Outcome of a login, or of a proof in an open session; or a change of what logs in.
    pub enum LoginOutcome {
        /// The person is in, with proofs that are not known: of logins before they were noted, and of simulated ones.
        Succeeded = "SUCCEEDED",
        ByPassword = "SUCCEEDED_PASSWORD",
        ByCode = "SUCCEEDED_CODE",
        ByRecoveryCode = "SUCCEEDED_RECOVERY_CODE",
        ByPasskey = "SUCCEEDED_PASSKEY",
        /// The password was wrong. Names that nobody has are kept so too.
        WrongPassword = "WRONG_PASSWORD",
        WrongCode = "WRONG_CODE",
        UsedCode = "USED_CODE",
        /// The recovery code was wrong, or used before.
        WrongRecoveryCode = "WRONG_RECOVERY_CODE",
        WrongPasskey = "WRONG_PASSKEY",
        /// The counter of a passkey has not grown: there may be a copy of the device.
        PasskeyCounter = "PASSKEY_COUNTER",
        PasskeyAdded = "PASSKEY_ADDED",
        PasskeyRemoved = "PASSKEY_REMOVED",
        PasswordByBank = "PASSWORD_BY_BANK",
        FactorByBank = "FACTOR_BY_BANK",
        FactorGoneByBank = "FACTOR_GONE_BY_BANK",
        /// The password was right and the user is not in service.
        UserNotActive = "USER_NOT_ACTIVE",
        /// Too many wrong proofs: the next ones are refused unseen for a while.
        Locked = "LOCKED",
    }
}

impl LoginOutcome {
    pub const fn succeeded(way: Option<LoginWay>) -> Self {
        match way {
            None => Self::Succeeded,
            Some(LoginWay::Password) => Self::ByPassword,
            Some(LoginWay::Code) => Self::ByCode,
            Some(LoginWay::RecoveryCode) => Self::ByRecoveryCode,
            Some(LoginWay::Passkey) => Self::ByPasskey,
        }
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
    pub client: String,
    /// The client's name; none for the online bank, and for a client that is gone.
    pub client_name: Option<String>,
    pub origin: Origin,
}

#[cfg(test)]
mod tests;
