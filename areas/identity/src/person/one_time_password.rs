//! Passwords that the bank's support gives: nobody but the person should know a password for long, so one of them opens
//! one login, in which the person chooses another.

use kernel::Randomness;

/// Seconds within which a one-time password opens a login.
pub const ONE_TIME_PASSWORD_S: i64 = 24 * 3_600;
/// Letters and digits that nobody mistakes for others when they are read out.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// Letters of a password: 100 bits.
const LETTERS_COUNT: usize = 20;
/// Letters between two hyphens.
const GROUP: usize = 5;

/// Mints a password such as `k7x2m-…`, to be shown once.
pub fn mint(randomness: &dyn Randomness) -> String {
    let mut bytes = [0_u8; LETTERS_COUNT];
    randomness.fill(&mut bytes);
    let mut password = String::with_capacity(LETTERS_COUNT + LETTERS_COUNT / GROUP);
    for (place, byte) in bytes.into_iter().enumerate() {
        if place > 0 && place % GROUP == 0 {
            password.push('-');
        }
        password.push(char::from(LETTERS[usize::from(byte) % LETTERS.len()]));
    }
    password
}
