//! Rules for a new password, whoever sets it: the command, the import, and pages that may come.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// The fewest and most characters of a password (NIST SP 800-63B, 5.1.1.2: at least 8, and at least 64 allowed).
pub const PASSWORD_CHARACTERS: RangeInclusive<usize> = 8..=256;

static COMMON: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let lines = include_str!("../../data/common_passwords.txt").lines();
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
});

/// Error for a password that is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordRuleError {
    #[error(
        "must have {} to {} characters", PASSWORD_CHARACTERS.start(), PASSWORD_CHARACTERS.end()
    )]
    Length,
    /// A character that nobody can type.
    #[error("must not have control characters")]
    ControlCharacter,
    /// One of the passwords that are tried first.
    #[error("is one of the passwords that everybody tries first")]
    Common,
    /// The login name, perhaps with something after it.
    #[error("must not be the login name")]
    LoginName,
}

/// Checks a password that the user `login` is to get.
pub fn check(password: &str, login: &str) -> Result<(), PasswordRuleError> {
    if !PASSWORD_CHARACTERS.contains(&password.chars().count()) {
        return Err(PasswordRuleError::Length);
    }
    if password.chars().any(char::is_control) {
        return Err(PasswordRuleError::ControlCharacter);
    }
    let small = password.trim().to_lowercase();
    let stem = small.trim_end_matches(|character: char| !character.is_alphabetic());
    if !login.is_empty() && (small == login.to_lowercase() || stem == login.to_lowercase()) {
        return Err(PasswordRuleError::LoginName);
    }
    if COMMON.contains(small.as_str()) || COMMON.contains(stem) || is_run(&small) {
        return Err(PasswordRuleError::Common);
    }
    Ok(())
}

/// Tells that a text is one character again and again, or characters that follow each other: `00000000`, `23456789`,
/// `hgfedcba`.
fn is_run(text: &str) -> bool {
    let codes: Vec<i64> = text.chars().map(|character| i64::from(u32::from(character))).collect();
    [0, 1, -1].into_iter().any(|step| codes.windows(2).all(|pair| matches!(pair, [a, b] if b - a == step)))
}

#[cfg(test)]
mod tests;
