//! From bytes to text: which encoding a file has.

use std::borrow::Cow;

use encoding_rs::{Encoding, WINDOWS_1251};

use crate::Unreadable;

/// Returns the text of a file: by its byte order mark; without one UTF-8 where the bytes are, else windows-1251.
pub fn text_of(bytes: &[u8]) -> Result<Cow<'_, str>, Unreadable> {
    let text = match Encoding::for_bom(bytes) {
        Some((encoding, length)) => {
            let rest = bytes.get(length..).unwrap_or_default();
            encoding.decode_without_bom_handling_and_without_replacement(rest)
        }
        None => match std::str::from_utf8(bytes) {
            Ok(text) => Some(Cow::Borrowed(text)),
            Err(_) => WINDOWS_1251.decode_without_bom_handling_and_without_replacement(bytes),
        },
    };
    text.filter(|text| !text.chars().any(is_of_no_text)).ok_or(Unreadable::NotText)
}

/// Returns `true` for control characters that no text file has. Pictures and archives are full of them, and so is text
/// in UTF-16 without its mark.
fn is_of_no_text(letter: char) -> bool {
    letter.is_control() && !matches!(letter, '\t' | '\n' | '\r')
}

#[cfg(test)]
mod tests;
