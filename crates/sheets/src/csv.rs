//! CSV (RFC 4180), as the table calculations of different countries write it, and as this bank writes it; and which
//! encoding a file of text has.

use std::borrow::Cow;

use csv::{Position, ReaderBuilder, StringRecord};
use encoding_rs::{Encoding, WINDOWS_1251};

use crate::{Gathered, Limits, Row, Unreadable};

/// The media type of what [`csv_text`] makes.
pub const CSV: &str = "text/csv; charset=utf-8; header=present";
/// Tells a table calculation that a file is UTF-8.
pub const BYTE_ORDER_MARK: char = '\u{feff}';
/// Beginnings of a text that a table calculation would take for a formula; some programs take the wide forms too.
const BEGINS_A_FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
/// Stands in front of a text that is not to be taken for a formula.
const GUARD: char = '\'';

pub(crate) fn read(text: &str, limits: Limits) -> Result<Vec<Row>, Unreadable> {
    let (separator, skipped) = separator(text);
    let mut reader = ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut gathered = Gathered::new(limits);
    let mut lines = Lines { bytes: text.as_bytes(), at: 0, line: 1 };
    let mut record = StringRecord::new();
    while reader.read_record(&mut record).map_err(|error| Unreadable::Damaged(error.to_string()))? {
        let begin = record.position().map_or(0, place);
        let row = lines.of_text_after(begin);
        let written = text.as_bytes().get(lines.at..place(reader.position())).unwrap_or_default();
        if swallows_lines(written, separator) {
            return Err(Unreadable::OpenQuote { row });
        }
        if row <= skipped {
            continue;
        }
        for (column, cell) in record.iter().enumerate() {
            gathered.cell(row, column, without_guard(cell))?;
        }
    }
    gathered.rows()
}

fn place(position: &Position) -> usize {
    usize::try_from(position.byte()).unwrap_or(usize::MAX)
}

/// Counts lines, which end with LF, CR LF or CR, up to places that are asked for in their order. The reader counts
/// those that end with LF alone.
struct Lines<'t> {
    bytes: &'t [u8],
    at: usize,
    line: u32,
}

impl Lines<'_> {
    /// Returns the line, from 1, of the first byte at or after a place that ends no line: the reader passes over empty
    /// lines after the place that it tells.
    fn of_text_after(&mut self, place: usize) -> u32 {
        while let Some(byte) = self.bytes.get(self.at) {
            let next = self.bytes.get(self.at + 1);
            let is_end = *byte == b'\n' || (*byte == b'\r' && next != Some(&b'\n'));
            if self.at >= place && !matches!(byte, b'\r' | b'\n') {
                break;
            }
            self.line = self.line.saturating_add(u32::from(is_end));
            self.at += 1;
        }
        self.line
    }
}

/// Tells whether a row has a cell whose quotation mark has no partner, so that it goes on over the rows below, up to
/// the end or to the mark of another such cell, which has text after it. The reader says nothing of it, and those rows
/// would be lost.
fn swallows_lines(row: &[u8], separator: u8) -> bool {
    let row = row.trim_ascii_end();
    if !row.contains(&b'\n') && !row.contains(&b'\r') {
        return false;
    }
    let (mut is_quoted, mut has_closed, mut begins) = (false, false, true);
    for byte in row {
        let ends_cell = !is_quoted && (*byte == separator || matches!(byte, b'\r' | b'\n'));
        match byte {
            b'"' if is_quoted => (is_quoted, has_closed) = (false, true),
            b'"' if begins || has_closed => (is_quoted, has_closed) = (true, false),
            _ if has_closed && !ends_cell => return true,
            _ => {}
        }
        if ends_cell {
            has_closed = false;
        }
        begins = ends_cell;
    }
    is_quoted
}

/// Returns what separates the cells, and how many lines say so: a first line `sep=;` is how table calculations are
/// told; else the sign that the first line with text has most often.
fn separator(text: &str) -> (u8, u32) {
    let mut lines = text.split(['\n', '\r']);
    if let Some(told) = lines.clone().next().and_then(|line| line.trim_end().strip_prefix("sep="))
        && let [separator] = told.as_bytes()
    {
        return (*separator, 1);
    }
    let head = lines.find(|line| !line.trim().is_empty()).unwrap_or_default();
    let mut counts = [(b';', 0_usize), (b'\t', 0), (b',', 0)];
    let mut is_quoted = false;
    for byte in head.bytes() {
        is_quoted ^= byte == b'"';
        for (separator, count) in &mut counts {
            *count += usize::from(byte == *separator && !is_quoted);
        }
    }
    // The first of those with the same count, so that the semicolon wins where nothing tells.
    let most = counts.iter().map(|(_, count)| *count).max().unwrap_or_default();
    let found = counts.iter().find(|(_, count)| *count == most);
    (found.map_or(b';', |(separator, _)| *separator), 0)
}

/// Takes away the guard that [`csv_text`] puts before what looks like a formula.
fn without_guard(cell: &str) -> &str {
    cell.strip_prefix(GUARD).filter(|rest| rest.starts_with(BEGINS_A_FORMULA)).unwrap_or(cell)
}

/// Quotes a cell by RFC 4180, with an apostrophe in front of what a table calculation would take for a formula.
pub fn csv_cell(text: &str) -> String {
    let guard = if text.starts_with(BEGINS_A_FORMULA) { GUARD.to_string() } else { String::new() };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

/// Writes a CSV file with semicolons, for table calculations: UTF-8 with a byte order mark, every cell quoted, and no
/// text that a table calculation would take for a formula.
pub fn csv_text<R>(rows: impl IntoIterator<Item = R>) -> String
where
    R: IntoIterator<Item: AsRef<str>>,
{
    let mut text = String::from(BYTE_ORDER_MARK);
    for row in rows {
        for (index, cell) in row.into_iter().enumerate() {
            if index > 0 {
                text.push(';');
            }
            text.push_str(&csv_cell(cell.as_ref()));
        }
        text.push_str("\r\n");
    }
    text
}

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
