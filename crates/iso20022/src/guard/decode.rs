//! Bytes of a known encoding to text, with the position of the first byte that is wrong.

use std::borrow::Cow;

use super::Encoding;
use crate::violation::Violation;

/// The one byte that windows-1251 leaves without a letter.
const UNASSIGNED_IN_WINDOWS_1251: u8 = 0x98;

/// Decodes all of it, or tells the position of the first bytes that are not of this encoding. UTF-8 is not copied.
pub(super) fn decode(bytes: &[u8], encoding: Encoding) -> Result<Cow<'_, str>, Violation> {
    match encoding {
        Encoding::Utf8 => from_utf8(bytes),
        Encoding::Utf16 | Encoding::Utf16Le => from_utf16(bytes, u16::from_le_bytes, encoding),
        Encoding::Utf16Be => from_utf16(bytes, u16::from_be_bytes, encoding),
        Encoding::Windows1251 => from_windows_1251(bytes),
    }
}

fn from_utf8(bytes: &[u8]) -> Result<Cow<'_, str>, Violation> {
    std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|error| {
        let good = bytes.get(..error.valid_up_to()).unwrap_or_default();
        ill_formed(&String::from_utf8_lossy(good), Encoding::Utf8)
    })
}

fn from_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16, encoding: Encoding) -> Result<Cow<'_, str>, Violation> {
    let pairs = bytes.chunks_exact(2);
    let odd = !pairs.remainder().is_empty();
    let units = pairs.map(|pair| unit([pair[0], pair[1]]));
    // Most letters of a document take one or two bytes of UTF-8; the text grows when it has to.
    let mut text = String::with_capacity(bytes.len());
    for letter in char::decode_utf16(units) {
        match letter {
            Ok(letter) => text.push(letter),
            Err(_) => return Err(ill_formed(&text, encoding)),
        }
    }
    if odd { Err(ill_formed(&text, encoding)) } else { Ok(Cow::Owned(text)) }
}

fn from_windows_1251(bytes: &[u8]) -> Result<Cow<'_, str>, Violation> {
    let end = memchr::memchr(UNASSIGNED_IN_WINDOWS_1251, bytes);
    let good = end.and_then(|end| bytes.get(..end)).unwrap_or(bytes);
    let (text, _) = encoding_rs::WINDOWS_1251.decode_without_bom_handling(good);
    if end.is_some() { Err(ill_formed(&text, Encoding::Windows1251)) } else { Ok(text) }
}

fn ill_formed(good: &str, encoding: Encoding) -> Violation {
    Violation::at(good, good.len(), format!("the bytes here are not {}", encoding.name()))
}

/// The first character that XML does not allow: a control character other than tab and the ends of lines, U+FFFE,
/// U+FFFF.
pub(crate) fn first_forbidden(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let control = first_control(bytes);
    let before = control.unwrap_or(bytes.len());
    let noncharacter = memchr::memmem::find_iter(bytes.get(..before)?, b"\xEF\xBF")
        .find(|&found| matches!(bytes.get(found + 2), Some(0xBE | 0xBF)));
    noncharacter.or(control)
}

/// The bytes that are looked at together; the compiler turns the inner loop into vector instructions.
const BLOCK_BYTES: usize = 64;

fn first_control(bytes: &[u8]) -> Option<usize> {
    let forbidden = |byte: &u8| *byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r');
    for (index, block) in bytes.chunks(BLOCK_BYTES).enumerate() {
        let any = block.iter().fold(false, |any, byte| any | forbidden(byte));
        if any {
            return block.iter().position(forbidden).map(|found| index * BLOCK_BYTES + found);
        }
    }
    None
}
