//! The accepted encodings with their names, and their recognition by the first bytes.

use std::borrow::Cow;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    Utf8,
    /// The name without a byte order; never the result of looking at bytes.
    Utf16,
    Utf16Le,
    Utf16Be,
    Windows1251,
}

impl Encoding {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16 => "UTF-16",
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
            Self::Windows1251 => "windows-1251",
        }
    }

    /// Tells whether two bytes make a letter, so that a byte order mark is required.
    pub(crate) const fn is_wide(self) -> bool {
        matches!(self, Self::Utf16 | Self::Utf16Le | Self::Utf16Be)
    }

    /// Tells whether a document in this encoding may name it so: UTF-16 may leave its byte order to the mark.
    pub(crate) fn may_be_called(self, said: Self) -> bool {
        self == said || (said == Self::Utf16 && self.is_wide())
    }
}

/// The accepted encodings by the names that the XML declaration and the Content-Type use, in any case.
const NAMES: [(&str, Encoding); 7] = [
    ("UTF-8", Encoding::Utf8),
    ("UTF8", Encoding::Utf8),
    ("UTF-16", Encoding::Utf16),
    ("UTF-16LE", Encoding::Utf16Le),
    ("UTF-16BE", Encoding::Utf16Be),
    ("windows-1251", Encoding::Windows1251),
    ("cp1251", Encoding::Windows1251),
];

/// The most characters of a refused name that the reason repeats.
const NAME_SHOWN_MAX: usize = 40;

pub(super) fn named(name: &str) -> Result<Encoding, String> {
    let found = NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name.trim()));
    found.map(|(_, encoding)| *encoding).ok_or_else(|| {
        let shown: String = name.chars().take(NAME_SHOWN_MAX).collect();
        format!(
            "the encoding {shown:?} is not accepted: UTF-8, UTF-16 with a byte order mark or windows-1251 are"
        )
    })
}

/// Reads the byte order mark; returns its encoding and the bytes after it.
pub(super) fn byte_order_mark(bytes: &[u8]) -> (Option<Encoding>, &[u8]) {
    match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => (Some(Encoding::Utf8), rest),
        [0xFF, 0xFE, rest @ ..] => (Some(Encoding::Utf16Le), rest),
        [0xFE, 0xFF, rest @ ..] => (Some(Encoding::Utf16Be), rest),
        _ => (None, bytes),
    }
}

/// Texts of two or four bytes a letter, and UTF-7, look like nothing an eight-bit document begins with.
pub(super) fn refuse_wide_without_mark(bytes: &[u8]) -> Result<(), String> {
    match bytes {
        [0, ..] | [_, 0, ..] => {
            Err("the document looks like UTF-16 or UTF-32 without a byte order mark".to_owned())
        }
        [b'+', b'/', b'v', ..] | [b'+', b'A', b'D', b'w', ..] => {
            Err("the document looks like UTF-7, which is not accepted".to_owned())
        }
        _ => Ok(()),
    }
}

/// The longest XML declaration that is looked at to learn the encoding, in bytes.
const DECLARATION_BYTES_MAX: usize = 256;

/// Returns the beginning of the document as ASCII: an XML declaration has no other letters. Others become U+FFFD,
/// which no declaration allows.
pub(super) fn ascii_prefix(bytes: &[u8]) -> Cow<'_, str> {
    let prefix = bytes.get(..DECLARATION_BYTES_MAX).unwrap_or(bytes);
    let end = memchr::memmem::find(prefix, b"?>").map_or(prefix.len(), |found| found + 2);
    String::from_utf8_lossy(prefix.get(..end).unwrap_or(prefix))
}
