//! Text with references and line ends replaced (XML 1.0, sections 2.11, 3.3.3 and 4.6).

use std::borrow::Cow;

use super::error::{XmlError, XmlErrorKind};
use super::names;

/// The only entities there are without a document type.
const ENTITIES: [(&str, char); 5] = [("amp", '&'), ("lt", '<'), ("gt", '>'), ("quot", '"'), ("apos", '\'')];

/// The most bytes of an unknown entity's name that a reason repeats.
const NAME_SHOWN_MAX: usize = 32;

/// The context that decides about white space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Context {
    /// Lines end with LF.
    Content,
    /// Every white space is a blank.
    Attribute,
}

/// The text as the application sees it; `offset` is where `raw` stands, for the position of an error.
pub(super) fn resolved(raw: &str, offset: usize, position: Context) -> Result<Cow<'_, str>, XmlError> {
    let bytes = raw.as_bytes();
    let plain = match position {
        Context::Content => memchr::memchr2(b'&', b'\r', bytes).is_none(),
        Context::Attribute => !bytes.iter().any(|byte| matches!(byte, b'&' | b'\r' | b'\n' | b'\t')),
    };
    if plain {
        return Ok(Cow::Borrowed(raw));
    }
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(letter) = rest.chars().next() {
        let behind = rest.get(letter.len_utf8()..).unwrap_or_default();
        rest = match letter {
            '&' => {
                let (character, length) = reference(behind, offset + raw.len() - rest.len())?;
                text.push(character);
                behind.get(length..).unwrap_or_default()
            }
            '\r' | '\n' | '\t' if position == Context::Attribute => {
                text.push(' ');
                if letter == '\r' { behind.strip_prefix('\n').unwrap_or(behind) } else { behind }
            }
            '\r' => {
                text.push('\n');
                behind.strip_prefix('\n').unwrap_or(behind)
            }
            _ => {
                let run = rest.find(['&', '\r', '\n', '\t']).unwrap_or(rest.len()).max(letter.len_utf8());
                text.push_str(rest.get(..run).unwrap_or_default());
                rest.get(run..).unwrap_or_default()
            }
        };
    }
    Ok(Cow::Owned(text))
}

/// The character after `&`, and how many bytes its name and the semicolon take.
fn reference(behind: &str, offset: usize) -> Result<(char, usize), XmlError> {
    if let Some(number) = behind.strip_prefix('#') {
        return numbered(number)
            .map(|(character, length)| (character, length + 1))
            .ok_or(XmlError::new(offset, XmlErrorKind::CharacterReference));
    }
    let length = names::name_length(behind, NAME_SHOWN_MAX);
    let name = behind.get(..length).unwrap_or_default();
    if name.is_empty()
        || (length <= NAME_SHOWN_MAX && !behind.get(length..).unwrap_or_default().starts_with(';'))
    {
        return Err(XmlError::new(offset, XmlErrorKind::BareAmpersand));
    }
    let known = ENTITIES.iter().find(|(known, _)| *known == name);
    known
        .map(|(_, character)| (*character, length + 1))
        .ok_or_else(|| XmlError::new(offset, XmlErrorKind::Entity(name.to_owned())))
}

/// The character of `N;` or `xH;`, and the length of that.
fn numbered(number: &str) -> Option<(char, usize)> {
    let (radix, digits, mark) = match number.strip_prefix('x') {
        Some(digits) => (16, digits, 1),
        None => (10, number, 0),
    };
    let end = digits.find(|letter: char| !letter.is_digit(radix))?;
    if end == 0 || !digits.get(end..)?.starts_with(';') {
        return None;
    }
    let mut value = 0_u32;
    for digit in digits.get(..end)?.chars() {
        value = value.checked_mul(radix)?.checked_add(digit.to_digit(radix)?)?;
    }
    let character = char::from_u32(value).filter(|character| names::is_character(*character))?;
    Some((character, mark + end + 1))
}
