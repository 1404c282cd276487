//! The history of the logins of one person: what came of each, when and from where.

use kernel::Instant;
use webauthn::WebauthnError;

use crate::candidate::Failure;
use crate::origin::Origin;

/// Seconds that a login is remembered: 90 days.
pub const LOGINS_KEPT_S: i64 = 90 * 86_400;
/// The most logins that a page shows, the latest first.
pub const LOGINS_SHOWN_MAX: i64 = 200;

kernel::text_enum! {
    /// Outcome of a login, or of a proof in an open session; or a change of what logs in.
    pub enum LoginOutcome {
        /// The person is in.
        Succeeded = "SUCCEEDED",
        /// The password was wrong. Names that nobody has are kept so too.
        WrongPassword = "WRONG_PASSWORD",
        /// The one-time code was wrong.
        WrongCode = "WRONG_CODE",
        /// The one-time code was used before.
        UsedCode = "USED_CODE",
        /// The recovery code was wrong, or used before.
        WrongRecoveryCode = "WRONG_RECOVERY_CODE",
        /// The proof with a passkey was refused.
        WrongPasskey = "WRONG_PASSKEY",
        /// The counter of a passkey has not grown: there may be a copy of the device.
        PasskeyCounter = "PASSKEY_COUNTER",
        /// A passkey was registered.
        PasskeyAdded = "PASSKEY_ADDED",
        /// A passkey was removed.
        PasskeyRemoved = "PASSKEY_REMOVED",
        /// The password was right and the user is not in service.
        UserNotActive = "USER_NOT_ACTIVE",
        /// Too many wrong proofs: the next ones are refused unseen for a while.
        Locked = "LOCKED",
    }
}

impl From<Failure> for LoginOutcome {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::UnknownUser | Failure::WrongPassword => Self::WrongPassword,
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
    /// The moment.
    pub at: Instant,
    /// The outcome.
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
