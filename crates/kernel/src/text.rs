//! Text that may be stored.

use thiserror::Error;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TextError {
    #[error("must not be empty")]
    Empty,
    #[error("must have at most {characters_max} characters")]
    TooLong { characters_max: usize },
    /// U+0000 cannot be stored by every database, so it is refused everywhere.
    #[error("must not contain the character U+0000")]
    Nul,
    /// The text has characters that reorder their neighbours (U+202A to U+202E, U+2066 to U+2069): a reader would see
    /// another text than the signed one.
    #[error("must not contain the directional characters U+202A to U+202E and U+2066 to U+2069")]
    Directional,
}

/// The first byte in UTF-8 of every character that is looked for, U+0000 apart.
const DIRECTIONAL_LEAD: u8 = 0xe2;

/// Tells whether a text from outside has only characters that may be stored and shown: everything but U+0000 and the
/// directional characters.
pub fn check_characters(text: &str) -> Result<(), TextError> {
    if text.contains('\0') {
        return Err(TextError::Nul);
    }
    // All bytes are looked at, which takes vector instructions; hardly any text has the byte at all.
    let found = text.bytes().fold(0, |found, byte| found | u8::from(byte == DIRECTIONAL_LEAD));
    if found != 0 && text.contains(is_directional) {
        return Err(TextError::Directional);
    }
    Ok(())
}

/// Embeddings, overrides and isolates of the bidirectional algorithm (Unicode Standard Annex 9, section 2). The marks
/// U+200E, U+200F and U+061C turn nothing but themselves and stay.
const fn is_directional(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns a text without the characters that [`check_characters`] refuses, for what is booked and cannot be told
/// otherwise.
pub fn without_refused_characters(text: String) -> String {
    if check_characters(&text).is_ok() {
        return text;
    }
    text.chars().filter(|character| *character != '\0' && !is_directional(*character)).collect()
}

/// Returns a text of somebody else as a person may be shown it: characters unseen, or moving others, as `\u{202e}`.
pub fn with_unseen_escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if is_unseen(character) {
            shown.extend(character.escape_unicode());
        } else {
            shown.push(character);
        }
    }
    shown
}

fn is_unseen(character: char) -> bool {
    let is_of_format = matches!(
        character,
        '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
    );
    is_of_format || character.is_control()
}

/// Returns a text as searches compare it: in small letters, with `е` for `ё`, letters as one character that may be
/// two, and one space between words.
pub fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        let small = word.chars().flat_map(char::to_lowercase);
        folded.extend(small.map(|letter| if letter == 'ё' { 'е' } else { letter }));
    }
    if folded.contains(['\u{306}', '\u{308}']) {
        folded = folded.replace("и\u{306}", "й").replace("е\u{308}", "е");
    }
    folded
}

/// Returns `text` when it has 1 to `characters_max` characters (Unicode scalar values) that [`check_characters`]
/// accepts.
pub fn checked_text(text: &str, characters_max: usize) -> Result<&str, TextError> {
    if text.is_empty() {
        return Err(TextError::Empty);
    }
    check_characters(text)?;
    if text.chars().nth(characters_max).is_some() {
        return Err(TextError::TooLong { characters_max });
    }
    Ok(text)
}
