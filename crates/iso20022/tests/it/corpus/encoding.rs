//! The documents of the corpus in other encodings. The tables here are written by hand: what libxml2 reads of the bytes
//! decides whether they are right.

use crate::random::Random;

/// An encoding of a document.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Encoding {
    /// As the generator writes.
    Utf8,
    /// With a byte order mark.
    Utf16Le,
    /// With a byte order mark.
    Utf16Be,
    /// As the declaration says.
    Windows1251,
}

impl Encoding {
    /// A number, for seeds.
    pub(crate) fn number(self) -> u64 {
        match self {
            Self::Utf8 => 0,
            Self::Utf16Le => 1,
            Self::Utf16Be => 2,
            Self::Windows1251 => 3,
        }
    }

    /// The text with a declaration of this encoding, where it has one or needs one.
    pub(crate) fn declared(self, text: String) -> String {
        let name = match self {
            Self::Utf8 => return text,
            Self::Utf16Le | Self::Utf16Be => "UTF-16",
            Self::Windows1251 => "windows-1251",
        };
        let named =
            text.replacen("UTF-8", name, 1).replacen("encoding='utf-8'", &format!("encoding='{name}'"), 1);
        // Without a byte order mark only the declaration tells.
        if named != text || !matches!(self, Self::Windows1251) {
            return named;
        }
        let body = text.strip_prefix("<?xml version=\"1.0\"?>").unwrap_or(&text);
        format!("<?xml version=\"1.0\" encoding=\"{name}\"?>{body}")
    }

    /// The text in this encoding. What windows-1251 does not have becomes a question mark.
    pub(crate) fn bytes(self, text: &str) -> Vec<u8> {
        let wide = |unit: fn(u16) -> [u8; 2]| -> Vec<u8> {
            let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
            units.flat_map(unit).collect()
        };
        match self {
            Self::Utf8 => text.as_bytes().to_vec(),
            Self::Utf16Le => wide(u16::to_le_bytes),
            Self::Utf16Be => wide(u16::to_be_bytes),
            Self::Windows1251 => text.chars().map(windows_1251).collect(),
        }
    }
}

/// The byte of a letter, as the table of the encoding has it.
fn windows_1251(letter: char) -> u8 {
    match letter {
        '\u{0}'..='\u{7F}' => u8::try_from(letter).unwrap(),
        'А'..='я' => u8::try_from(u32::from(letter) - u32::from('А') + 0xC0).unwrap(),
        'Ё' => 0xA8,
        'ё' => 0xB8,
        '«' => 0xAB,
        '»' => 0xBB,
        '№' => 0xB9,
        '—' => 0x97,
        '–' => 0x96,
        '\u{A0}' => 0xA0,
        _ => b'?',
    }
}

/// Changes a byte: both sides have to see bytes that an encoding does not allow.
pub(crate) fn mutate_bytes(bytes: &mut Vec<u8>, random: &mut Random) {
    if bytes.is_empty() {
        return;
    }
    let at = random.below(bytes.len());
    match random.below(4) {
        0 => {
            bytes.remove(at);
        }
        1 => bytes.insert(at, random.pick(&[0x00, 0x20, 0x80, 0x98, 0xC3, 0xD8, 0xDC, 0xFE, 0xFF])),
        2 => bytes[at] = random.pick(&[0x00, 0x04, 0x3C, 0x80, 0x98, 0xC0, 0xD8, 0xDF, 0xED, 0xF5, 0xFF]),
        _ => bytes.truncate(at),
    }
}
