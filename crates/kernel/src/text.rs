//! Text that may be stored.

use thiserror::Error;

/// Why a text is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TextError {
    /// There must be at least one character.
    #[error("must not be empty")]
    Empty,
    /// There are more characters than allowed.
    #[error("must have at most {characters_max} characters")]
    TooLong {
        /// The most characters allowed.
        characters_max: usize,
    },
    /// U+0000 cannot be stored by every database, so it is refused everywhere.
    #[error("must not contain the character U+0000")]
    Nul,
}

/// `text` itself when it has 1 to `characters_max` characters (Unicode scalar values) and no NUL.
///
/// # Errors
/// The first of the three rules that the text breaks.
pub fn checked_text(text: &str, characters_max: usize) -> Result<&str, TextError> {
    if text.is_empty() {
        return Err(TextError::Empty);
    }
    if text.contains('\0') {
        return Err(TextError::Nul);
    }
    if text.chars().nth(characters_max).is_some() {
        return Err(TextError::TooLong { characters_max });
    }
    Ok(text)
}
