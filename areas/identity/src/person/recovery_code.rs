//! Recovery codes: what a person logs in with who has lost the device of the second factor. Each works once.
//!
//! A code has 80 random bits, so that nobody guesses one between the delays of the login. The table holds an HMAC under
//! a key that is not in the database, bound to the user: a backup alone cannot even be searched.

use aws_lc_rs::hmac;
use kernel::{Randomness, UserId};
use totp_rs::Secret;

pub const RECOVERY_CODES: usize = 10;
/// Random bytes of a code: 16 characters of Base32 without padding.
const CODE_BYTES: usize = 10;
const CODE_CHARACTERS: usize = 16;
/// The most characters of a text that is read as a code: spaces and dashes between all of them.
const TYPED_CHARACTERS_MAX: usize = 64;
/// Characters between two dashes, as people copy them.
const GROUP_CHARACTERS: usize = 4;

/// A recovery code. Its `Debug` shows nothing of it.
#[derive(Clone, PartialEq, Eq)]
pub struct RecoveryCode(String);

kernel::debug_shows!(RecoveryCode(..));

impl RecoveryCode {
    pub fn mint_set(randomness: &dyn Randomness) -> Vec<Self> {
        let mint = |_| {
            let mut bytes = [0_u8; CODE_BYTES];
            randomness.fill(&mut bytes);
            Self(Secret::from(bytes.as_slice()).to_base32())
        };
        (0..RECOVERY_CODES).map(mint).collect()
    }

    /// Reads a code as people type it: in either case, with spaces and dashes, a zero for the letter O and a one for
    /// the letter I, which no code has. `None` when the text has not the form of one.
    pub fn read(typed: &str) -> Option<Self> {
        if typed.len() > TYPED_CHARACTERS_MAX {
            return None;
        }
        let code: String = typed
            .chars()
            .filter(|character| !character.is_whitespace() && *character != '-')
            .map(|character| match character.to_ascii_uppercase() {
                '0' => 'O',
                '1' => 'I',
                other => other,
            })
            .collect();
        let is_base32 = |byte: u8| byte.is_ascii_uppercase() || (b'2'..=b'7').contains(&byte);
        (code.len() == CODE_CHARACTERS && code.bytes().all(is_base32)).then_some(Self(code))
    }

    /// Writes the code as people copy it: `ABCD-EFGH-IJKL-MNOP`.
    pub fn text(&self) -> String {
        let characters: Vec<char> = self.0.chars().collect();
        let groups: Vec<String> =
            characters.chunks(GROUP_CHARACTERS).map(|group| group.iter().collect()).collect();
        groups.join("-")
    }

    /// Computes what the table holds instead of the code of `user`.
    pub fn hmac(&self, key: &hmac::Key, user: &UserId) -> Vec<u8> {
        let mut context = hmac::Context::with_key(key);
        for part in [user.as_str(), "\0", &self.0] {
            context.update(part.as_bytes());
        }
        context.sign().as_ref().to_vec()
    }
}

#[cfg(test)]
mod tests;
