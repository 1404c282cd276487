//! The characters of names (XML 1.0, fifth edition, productions 4 and 4a), without the colon of prefixes.

/// Length in bytes of the name at the beginning of the text, 0 when there is none. At most one byte more than `max` is
/// looked at, apart from the rest of its last character.
pub(super) fn name_length(text: &str, max: usize) -> usize {
    let bytes = text.as_bytes();
    // Nearly every name is ASCII; the slow path takes over at the first letter that is not.
    let mut at = match bytes.first() {
        Some(byte) if is_ascii_start(*byte) => 1,
        Some(0x80..) => 0,
        _ => return 0,
    };
    while at <= max && bytes.get(at).is_some_and(|byte| is_ascii_part(*byte)) && at > 0 {
        at += 1;
    }
    if at > max || bytes.get(at).is_none_or(u8::is_ascii) {
        return at;
    }
    for letter in text.get(at..).unwrap_or_default().chars() {
        let fits = if at == 0 { is_start(letter) } else { is_part(letter) };
        if !fits || at > max {
            break;
        }
        at += letter.len_utf8();
    }
    at
}

const fn is_ascii_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

const fn is_ascii_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

const fn is_start(letter: char) -> bool {
    if letter.is_ascii() {
        return is_ascii_start(letter as u8);
    }
    matches!(letter,
        '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}' | '\u{370}'..='\u{37D}'
        | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}' | '\u{2070}'..='\u{218F}' | '\u{2C00}'..='\u{2FEF}'
        | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}' | '\u{10000}'..='\u{EFFFF}')
}

const fn is_part(letter: char) -> bool {
    if letter.is_ascii() {
        return is_ascii_part(letter as u8);
    }
    is_start(letter) || matches!(letter, '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}')
}

/// Tells whether the character may stand in a document at all (production 2).
pub(crate) const fn is_character(letter: char) -> bool {
    matches!(letter, '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..)
}
