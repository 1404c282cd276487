//! Passkeys: keys on a person's devices, which log in and confirm in the place of password and second factor. The
//! ceremonies are in the crate `webauthn`; here is what the bank keeps.

use kernel::{Instant, SessionId, UserId, check_characters};
use uuid::Uuid;
use webauthn::{KnownCredential, PublicKey};

/// The most passkeys of one user.
pub const PASSKEYS_MAX: i64 = 10;
/// Seconds that a challenge waits for its answer.
pub const CHALLENGE_S: i64 = 5 * 60;
pub const NAME_CHARACTERS_MAX: usize = 60;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PasskeyName(String);

impl PasskeyName {
    /// Reads a name as it was typed; `None` when it is empty, too long, or has characters that are not seen.
    pub fn read(typed: &str) -> Option<Self> {
        let name = typed.trim();
        let is_seen = !name.chars().any(char::is_control) && check_characters(name).is_ok();
        let fits = (1..=NAME_CHARACTERS_MAX).contains(&name.chars().count());
        (is_seen && fits).then(|| Self(name.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A passkey of a user. Its `Debug` shows its identifier alone.
#[derive(Clone, PartialEq, Eq)]
pub struct Passkey {
    /// Its identifier in forms and in the trail.
    pub id: Uuid,
    pub user: UserId,
    pub name: String,
    /// Its identifier on the device.
    pub credential_id: Vec<u8>,
    /// The handle of its user, as the device keeps it.
    pub user_handle: Vec<u8>,
    pub public_key: PublicKey,
    /// The last counter of signatures.
    pub sign_count: u32,
    /// True when copies may exist on other devices of the user.
    pub is_backup_eligible: bool,
    /// True when copies exist.
    pub is_backed_up: bool,
    pub created_at: Instant,
    pub used_at: Option<Instant>,
}

kernel::debug_shows!(Passkey { id, .. });

impl Passkey {
    /// Returns what a proof is compared with.
    pub fn known(&self) -> KnownCredential<'_> {
        KnownCredential {
            id: &self.credential_id,
            user_handle: &self.user_handle,
            public_key: &self.public_key,
            sign_count: self.sign_count,
            is_backup_eligible: self.is_backup_eligible,
        }
    }
}

/// Use of a challenge, and the login or session that it is bound to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChallengeUse {
    /// A login under way, by the hash of its secret.
    Login(String),
    /// A new passkey in a session.
    Registration(SessionId),
    Confirmation(SessionId),
}

impl ChallengeUse {
    /// Returns the kind and the holder, as the table has them.
    pub fn parts(&self) -> (&'static str, &str) {
        match self {
            Self::Login(hash) => ("LOGIN", hash),
            Self::Registration(session) => ("REGISTRATION", session.as_str()),
            Self::Confirmation(session) => ("CONFIRMATION", session.as_str()),
        }
    }
}

#[cfg(test)]
mod tests;
