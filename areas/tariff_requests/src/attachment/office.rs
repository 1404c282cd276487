//! Documents of Office Open XML: whether an archive is one, and whether something in it runs or hides.
//!
//! The names of parts are a habit; what a part is, the list of types and the relations between parts say. So all three
//! are looked at. Nothing else is unpacked, and of these no more than the limits: the work is proportional to the file.

use std::io::{Cursor, Read as _};

use zip::ZipArchive;
use zip::read::ZipFile;

/// The most parts; a document with a thousand pictures has fewer.
const PARTS_MAX: usize = 4_000;
/// The most bytes of the list of types and of all relations, as they are in the archive and unpacked.
const PACKED_BYTES_MAX: u64 = 1024 * 1024;
const UNPACKED_BYTES_MAX: u64 = 8 * 1024 * 1024;
/// The part that lists the types of all parts.
const TYPES: &str = "[content_types].xml";
/// The ending of parts with relations.
const RELATIONS: &str = ".rels";

/// Words in names, types and relations of parts that run: macros of both kinds, old dialogs, controls; and of objects
/// that another program opens.
const ACTIVE: [&str; 8] = [
    "vbaproject",
    "vbadata",
    "macroenabled",
    "macrosheet",
    "dialogsheet",
    "activex",
    "oleobject",
    "/control\"",
];
/// The folder of embedded files. The table behind a chart is one, and a document like this may be read by itself.
const EMBEDDED: &str = "/embeddings/";
const EMBEDDED_ENDING: &str = ".xlsx";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Archive {
    /// A document in which nothing runs.
    Document,
    /// A document with macros, controls or embedded objects.
    Active,
    /// No document, or one that cannot be looked into.
    Other,
}

/// Looks at an archive whose main part has this name.
pub(super) fn look(bytes: &[u8], main: &str) -> Archive {
    looked_into(bytes, main).unwrap_or(Archive::Other)
}

/// Returns `None` where the archive breaks off, contradicts itself or exceeds a limit.
fn looked_into(bytes: &[u8], main: &str) -> Option<Archive> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).ok()?;
    // Two parts of one name would be two documents for two readers.
    if archive.len() > PARTS_MAX || entries_told(bytes) != Some(archive.len()) {
        return None;
    }
    let (mut has_types, mut has_main, mut is_active) = (false, false, false);
    let (mut packed, mut unpacked) = (PACKED_BYTES_MAX, UNPACKED_BYTES_MAX);
    for index in 0..archive.len() {
        let entry = archive.by_index(index).ok()?;
        let name = format!("/{}", entry.name().ok()?.replace('\\', "/").to_ascii_lowercase());
        has_types |= name.get(1..) == Some(TYPES);
        has_main |= name.get(1..) == Some(main);
        is_active |= ACTIVE.iter().any(|word| name.contains(word));
        is_active |= name.contains(EMBEDDED) && !name.ends_with(EMBEDDED_ENDING);
        if name.get(1..) == Some(TYPES) || name.ends_with(RELATIONS) {
            packed = packed.checked_sub(entry.compressed_size())?;
            is_active |= tells_of_active_parts(entry, &mut unpacked)?;
        }
    }
    Some(match (has_types && has_main, is_active) {
        (false, _) => Archive::Other,
        (true, true) => Archive::Active,
        (true, false) => Archive::Document,
    })
}

/// Tells whether types or relations name a part that runs. A letter that is written as its number could hide a name; no
/// program writes one there.
fn tells_of_active_parts(entry: ZipFile<'_, Cursor<&[u8]>>, left: &mut u64) -> Option<bool> {
    let mut text = Vec::new();
    let length = entry.take(*left + 1).read_to_end(&mut text).ok()?;
    *left = left.checked_sub(u64::try_from(length).ok()?)?;
    let text = String::from_utf8(text).ok().filter(|text| !text.contains('\0'))?.to_ascii_lowercase();
    Some(text.contains("&#") || ACTIVE.iter().any(|word| text.contains(word)))
}

/// The first bytes of the record at the end of an archive, and its length without a comment.
const END: &[u8] = b"PK\x05\x06";
const END_BYTES: usize = 22;

/// Reads how many entries the record at the end tells of. Documents have no comment after it.
fn entries_told(bytes: &[u8]) -> Option<usize> {
    let end = bytes.get(bytes.len().checked_sub(END_BYTES)?..)?;
    let told = end.strip_prefix(END)?.get(6..8)?;
    Some(u16::from_le_bytes(told.try_into().ok()?).into())
}
