//! The second factor: time-based one-time passwords (RFC 6238), six digits, SHA-1, 30 seconds, as every authenticator
//! application understands them.

use kernel::{Instant, Randomness};
use totp_rs::{Builder, Secret, Totp};

/// Bytes of a new secret (RFC 4226, 4, R6).
const SECRET_BYTES: usize = 20;
/// The fewest bytes of an imported secret (RFC 4226, 4, R6).
const SECRET_BYTES_MIN: usize = 16;
/// The most bytes of an imported secret.
const SECRET_BYTES_MAX: usize = 64;
/// Steps before and after the present one whose code is taken, for clocks that differ (RFC 6238, 5.2).
const STEPS_OF_TOLERANCE: u16 = 1;
/// Seconds that a new second factor waits for its first code.
pub const OFFER_S: i64 = 10 * 60;
/// Seconds of a step (RFC 6238, 5.2).
const STEP_S: i64 = 30;
const DIGITS: u8 = 6;

/// Error for a text that is no secret for one-time passwords.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TotpError {
    /// No Base32 of 16 to 64 bytes.
    #[error("must be Base32 (A-Z, 2-7) of 16 to 64 bytes")]
    Secret,
    /// The name of the bank or of the user cannot stand in an `otpauth` address.
    #[error("the name of the bank and the login must not be empty and must not contain ':'")]
    Name,
}

/// The secret that a user's authenticator shares with the bank. Its `Debug` shows nothing of it.
#[derive(Clone, PartialEq, Eq)]
pub struct TotpSecret(Vec<u8>);

kernel::debug_shows!(TotpSecret(..));

/// Returns the seconds from `now` until a device whose clock is right shows another code than that of `step`; zero when
/// it does already.
pub fn next_code_in_s(step: i64, now: Instant) -> i64 {
    step.saturating_add(1).saturating_mul(STEP_S).saturating_sub(now.unix_seconds()).max(0)
}

impl TotpSecret {
    pub fn mint(randomness: &dyn Randomness) -> Self {
        let mut bytes = vec![0_u8; SECRET_BYTES];
        randomness.fill(&mut bytes);
        Self(bytes)
    }

    /// Reads a secret as authenticators show it: Base32, in either case, spaces and padding ignored.
    pub fn from_base32(text: &str) -> Result<Self, TotpError> {
        let compact: String = text
            .chars()
            .filter(|character| !matches!(character, ' ' | '='))
            .map(|c| c.to_ascii_uppercase())
            .collect();
        let secret = Secret::try_from_base32(&compact).map_err(|_| TotpError::Secret)?;
        Self::from_bytes(secret.as_bytes().to_vec())
    }

    /// Takes a secret of 16 to 64 bytes.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, TotpError> {
        if (SECRET_BYTES_MIN..=SECRET_BYTES_MAX).contains(&bytes.len()) {
            Ok(Self(bytes))
        } else {
            Err(TotpError::Secret)
        }
    }

    /// Returns the secret itself, to be sealed before it is stored.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Writes the secret for people who type it into their authenticator: Base32 in groups of four.
    pub fn base32(&self) -> String {
        let text = Secret::from(self.0.as_slice()).to_base32();
        let characters: Vec<char> = text.chars().collect();
        let groups: Vec<String> = characters.chunks(4).map(|group| group.iter().collect()).collect();
        groups.join(" ")
    }

    /// Returns the step whose code `typed` is, at `now` or one step around it. The caller must see to it that no step
    /// is taken twice, nor one before a step that was taken (RFC 6238, 5.2).
    pub fn matching_step(&self, typed: &str, now: Instant) -> Option<i64> {
        let code: String = typed.chars().filter(|character| !character.is_whitespace()).collect();
        let seconds = u64::try_from(now.unix_seconds()).ok()?;
        let step = self.generator().build().ok()?.check(&code, seconds)?;
        i64::try_from(step).ok()
    }

    /// Computes the code of `now`, as the user's authenticator shows it. For tests and demonstrations.
    pub fn code_at(&self, now: Instant) -> Option<String> {
        let seconds = u64::try_from(now.unix_seconds()).ok()?;
        Some(self.generator().build().ok()?.generate(seconds).to_string())
    }

    /// Writes the address that an authenticator reads from a QR code: `otpauth://totp/Bank:login?secret=…&issuer=Bank`.
    pub fn provisioning_uri(&self, bank: &str, login: &str) -> Result<String, TotpError> {
        let totp: Totp = self
            .generator()
            .with_issuer(Some(bank))
            .with_account_name(login)
            .build()
            .map_err(|_| TotpError::Name)?;
        totp.to_url().map_err(|_| TotpError::Name)
    }

    fn generator(&self) -> Builder {
        Builder::new().with_secret(self.0.as_slice()).with_digits(DIGITS).with_skew(STEPS_OF_TOLERANCE)
    }
}

#[cfg(test)]
mod tests;
