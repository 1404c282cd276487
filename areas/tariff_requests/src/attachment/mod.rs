//! Files that go with a letter: how many, how large, and of which kinds. A file is what both its name and its bytes
//! say; one that they contradict about is refused. Nobody looks for viruses here: a bank that wants it does so where it
//! reads the letters.

mod office;

use bytes::Bytes;
use kernel::{checked_text, text_enum};
use uuid::Uuid;

use self::office::Archive;

/// The most files of one message.
pub const ATTACHMENTS_MAX: usize = 5;
pub const ATTACHMENT_BYTES_MAX: usize = 5 * 1024 * 1024;
/// The most bytes of all files of one message.
pub const ATTACHMENTS_BYTES_MAX: usize = 10 * 1024 * 1024;
/// The most bytes of a piece in which a file is stored and read.
pub const PIECE_BYTES_MAX: usize = 256 * 1024;
pub const FILE_NAME_CHARACTERS_MAX: usize = 100;

text_enum! {
    pub enum FileKind {
        /// A document in its final form.
        Pdf = "PDF",
        Png = "PNG",
        Jpeg = "JPEG",
        /// A document of a word processor in which nothing runs.
        Docx = "DOCX",
        /// A table calculation in which nothing runs.
        Xlsx = "XLSX",
        Text = "TEXT",
        Csv = "CSV",
        /// Data as text, for example a message of ISO 20022.
        Xml = "XML",
    }
}

impl FileKind {
    /// Returns the endings of names of this kind, in small letters.
    pub const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Pdf => &["pdf"],
            Self::Png => &["png"],
            Self::Jpeg => &["jpg", "jpeg"],
            Self::Docx => &["docx"],
            Self::Xlsx => &["xlsx"],
            Self::Text => &["txt"],
            Self::Csv => &["csv"],
            Self::Xml => &["xml"],
        }
    }

    /// Returns the media type with which a file of this kind is handed out.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            // The letters of a text may be in any encoding, and no browser should guess.
            Self::Text | Self::Csv | Self::Xml => "application/octet-stream",
        }
    }

    /// Finds the kind that the name says.
    pub fn of_name(name: &str) -> Option<Self> {
        let (stem, ending) = name.rsplit_once('.')?;
        let ending = ending.to_ascii_lowercase();
        let kind = Self::ALL.iter().find(|kind| kind.endings().contains(&ending.as_str())).copied();
        kind.filter(|_| !stem.is_empty())
    }

    /// Looks whether the bytes are of this kind, as far as their beginning and their parts show.
    fn check(self, name: &str, bytes: &[u8]) -> Result<(), AttachmentFault> {
        let fits = match self {
            Self::Pdf => bytes.starts_with(b"%PDF-"),
            Self::Png => bytes.starts_with(b"\x89PNG\r\n\x1a\n"),
            Self::Jpeg => bytes.starts_with(b"\xff\xd8\xff"),
            Self::Docx | Self::Xlsx => {
                let main = if self == Self::Docx { "word/document.xml" } else { "xl/workbook.xml" };
                match office::look(bytes, main) {
                    Archive::Document => true,
                    Archive::Active => return Err(AttachmentFault::Active(name.to_owned())),
                    Archive::Other => false,
                }
            }
            Self::Text | Self::Csv => is_text(bytes),
            Self::Xml => is_text(bytes) && begins_with_mark_up(bytes),
        };
        if fits { Ok(()) } else { Err(AttachmentFault::Content(name.to_owned())) }
    }
}

/// Tells whether there is no control character that no text has. UTF-16 is none of ours: it is full of zeros.
fn is_text(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| *byte >= b' ' && *byte != 0x7f || b"\t\n\r\x0c".contains(byte))
}

fn begins_with_mark_up(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes.trim_ascii_start().starts_with(b"<")
}

/// Reason to refuse the files of a message; each names the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttachmentFault {
    TooMany,
    TooLarge(String),
    TooLargeTogether,
    Empty(String),
    /// The name has characters that would show another name than there is, or it is none.
    Name,
    /// The name says none of the kinds.
    Kind(String),
    /// The bytes are of another kind than the name says.
    Content(String),
    /// The document has macros, controls or embedded objects.
    Active(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAttachment {
    pub name: String,
    /// Its kind, by name and bytes.
    pub kind: FileKind,
    pub bytes: Bytes,
}

impl NewAttachment {
    pub fn new(name: String, bytes: Bytes) -> Result<Self, AttachmentFault> {
        let is_name = checked_text(&name, FILE_NAME_CHARACTERS_MAX).is_ok();
        if !is_name || name.contains(is_invisible) || name.contains(['/', '\\']) {
            return Err(AttachmentFault::Name);
        }
        if bytes.is_empty() {
            return Err(AttachmentFault::Empty(name));
        }
        if bytes.len() > ATTACHMENT_BYTES_MAX {
            return Err(AttachmentFault::TooLarge(name));
        }
        let Some(kind) = FileKind::of_name(&name) else {
            // A form cuts a longer name off, and its ending with it.
            let is_cut = name.chars().count() == FILE_NAME_CHARACTERS_MAX;
            return Err(if is_cut { AttachmentFault::Name } else { AttachmentFault::Kind(name) });
        };
        kind.check(&name, &bytes)?;
        Ok(Self { name, kind, bytes })
    }
}

/// Characters of a name that nobody sees, apart from the directional ones, which no text may have.
fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}' | '\u{2029}' | '\u{feff}')
}

/// Checks the files of one message.
///
/// # Errors
/// The first rule that one of them breaks, or all together.
pub fn checked(files: Vec<(String, Bytes)>) -> Result<Vec<NewAttachment>, AttachmentFault> {
    if files.len() > ATTACHMENTS_MAX {
        return Err(AttachmentFault::TooMany);
    }
    let files: Vec<NewAttachment> =
        files.into_iter().map(|(name, bytes)| NewAttachment::new(name, bytes)).collect::<Result<_, _>>()?;
    if bytes_of(&files) > ATTACHMENTS_BYTES_MAX {
        return Err(AttachmentFault::TooLargeTogether);
    }
    Ok(files)
}

pub fn bytes_of(files: &[NewAttachment]) -> usize {
    files.iter().map(|file| file.bytes.len()).sum()
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    pub id: Uuid,
    pub message: i64,
    pub name: String,
    pub kind: FileKind,
    pub size_bytes: i64,
    pub pieces: i64,
}

#[cfg(test)]
mod tests;
