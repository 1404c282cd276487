//! XLSX (ECMA-376): the first sheet that is shown, its cells as they are shown.
//!
//! An XLSX file is an archive. What is packed into it is unpacked once, within a limit, before it is read: a file of a
//! few kilobytes may hold gigabytes, and its own word for that is not taken. Nor is its word for the number of its
//! texts, for which the library would set memory aside. Of a formula the value counts that the table calculation kept
//! beside it, which is the one that its user saw.

use std::borrow::Cow;
use std::io::{Cursor, Read as _};

use calamine::{DataRef, ExcelDateTime, Reader as _, SheetVisible, Xlsx, XlsxError};
use zip::ZipArchive;

use crate::{Gathered, Limits, Row, Unreadable, number};

pub const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const ARCHIVE: &[u8] = b"PK\x03\x04";
/// The first bytes of files of older table calculations, and of those that are protected by a password.
const COMPOUND: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
const MEBIBYTE: u64 = 1024 * 1024;
/// The most MiB inside; the longest roll has about 10.
const UNPACKED_MIB_MAX: u64 = 32;
const ENTRIES_MAX: usize = 1_000;
/// The most texts of a file; the longest roll has fewer cells.
const TEXTS_MAX: u64 = 1_000_000;
/// The attribute that tells the number of texts.
const TEXTS_TOLD: &[u8] = b"uniqueCount";

/// Returns `true` for the bytes of a table calculation, readable or not.
pub(crate) fn is_like(bytes: &[u8]) -> bool {
    bytes.starts_with(ARCHIVE) || bytes.starts_with(COMPOUND)
}

/// Reads the rows of the first sheet that is shown.
pub(crate) fn read(bytes: &[u8], limits: Limits) -> Result<Vec<Row>, Unreadable> {
    check_size(bytes)?;
    let mut book: Xlsx<Cursor<&[u8]>> = Xlsx::new(Cursor::new(bytes)).map_err(|error| damaged(&error))?;
    let shown = book.sheets_metadata().iter().find(|sheet| sheet.visible == SheetVisible::Visible);
    let name = shown.map(|sheet| sheet.name.clone()).ok_or(Unreadable::Empty)?;
    let mut cells = book.worksheet_cells_reader(&name).map_err(|error| damaged(&error))?;
    let mut gathered = Gathered::new(limits);
    while let Some(cell) = cells.next_cell().map_err(|error| damaged(&error))? {
        let (row, column) = cell.get_position();
        let column = usize::try_from(column).unwrap_or(usize::MAX);
        gathered.cell(row.saturating_add(1), column, &text_of(cell.get_value()))?;
    }
    gathered.rows()
}

/// Unpacks everything within the limit, and keeps nothing of it.
fn check_size(bytes: &[u8]) -> Result<(), Unreadable> {
    let broken = |error: &dyn std::error::Error| Unreadable::Damaged(error.to_string());
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| broken(&error))?;
    let too_large = Unreadable::Unpacked { max_mib: UNPACKED_MIB_MAX };
    if archive.len() > ENTRIES_MAX {
        return Err(too_large);
    }
    let mut left = UNPACKED_MIB_MAX * MEBIBYTE;
    // Entries that share their bytes would be unpacked once for each of them.
    let mut packed = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    let mut unpacked = Vec::new();
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(|error| broken(&error))?;
        packed = packed.checked_sub(entry.compressed_size()).ok_or_else(|| too_large.clone())?;
        unpacked.clear();
        let length = entry.take(left + 1).read_to_end(&mut unpacked).map_err(|error| broken(&error))?;
        left = u64::try_from(length)
            .ok()
            .and_then(|length| left.checked_sub(length))
            .ok_or_else(|| too_large.clone())?;
        check_texts(&unpacked)?;
    }
    Ok(())
}

/// Refuses an entry that tells of more texts than there may be: a process without that much memory would end.
fn check_texts(entry: &[u8]) -> Result<(), Unreadable> {
    let refused = |why: &str| Err(Unreadable::Damaged(why.to_owned()));
    // No table calculation writes UTF-16, which the library reads and this search does not.
    let of_utf16 = TEXTS_TOLD.iter().flat_map(|letter| [*letter, 0]).collect::<Vec<u8>>();
    if behind_each(entry, of_utf16.split_last().map_or(&[], |(_, begin)| begin)).next().is_some() {
        return refused("its texts are in UTF-16");
    }
    if behind_each(entry, TEXTS_TOLD).any(|rest| number_in(rest).is_none_or(|texts| texts > TEXTS_MAX)) {
        return refused("it tells of more texts than it can have");
    }
    Ok(())
}

/// Returns what follows each occurrence of `part`.
fn behind_each<'a>(bytes: &'a [u8], part: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
    let places = bytes.windows(part.len()).enumerate().filter(move |(_, window)| *window == part);
    places.filter_map(move |(place, _)| bytes.get(place + part.len()..))
}

/// Reads the value of an attribute from behind its name: 0 where there is no number, `None` for one beyond 64 bits.
fn number_in(rest: &[u8]) -> Option<u64> {
    let is_before = |byte: &u8| byte.is_ascii_whitespace() || b"=\"'+0".contains(byte);
    let digits = rest.iter().skip_while(|byte| is_before(byte)).take_while(|byte| byte.is_ascii_digit());
    digits
        .into_iter()
        .try_fold(0_u64, |number, digit| number.checked_mul(10)?.checked_add(u64::from(digit - b'0')))
}

fn damaged(error: &XlsxError) -> Unreadable {
    Unreadable::Damaged(error.to_string())
}

/// Borrows what the file holds once: a thousand cells may show the same long text.
fn text_of<'a>(value: &'a DataRef<'_>) -> Cow<'a, str> {
    match value {
        DataRef::Int(number) => number.to_string().into(),
        DataRef::Float(number) => number::text_of(*number).into(),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.into(),
        DataRef::SharedString(text) => (*text).into(),
        DataRef::Bool(value) => value.to_string().into(),
        DataRef::DateTime(moment) => day_of(moment).into(),
        DataRef::Error(error) => error.to_string().into(),
        DataRef::Empty => Cow::default(),
    }
}

/// Returns the day of a moment as `1990-05-17`; of a duration the number that it is.
fn day_of(moment: &ExcelDateTime) -> String {
    if moment.is_duration() {
        return number::text_of(moment.as_f64());
    }
    let (year, month, day, ..) = moment.to_ymd_hms_milli();
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests;
