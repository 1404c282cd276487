//! CSV (RFC 4180): UTF-8, a header row, fields separated by commas or, where the header is, by semicolons.

use csv::{ByteRecord, Position, Reader, ReaderBuilder};

use super::Rows;
use super::line::LineCounter;
use crate::CELLS_MAX;
use crate::error::{FileError, FileErrors};

/// Reads the content `text` of a CSV file into `rows`.
pub(crate) fn read_csv(text: &str, rows: &mut Rows<'_>, errors: &mut FileErrors) {
    let delimiter = delimiter(text);
    let mut reader = ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(text.as_bytes());
    let Some(header) = header(&mut reader, rows, errors) else { return };
    let mut lines = LineCounter::new(text);
    let mut record = ByteRecord::new();
    loop {
        match reader.read_byte_record(&mut record) {
            Ok(false) => return,
            Ok(true) => {}
            Err(error) => return errors.push(FileError::file(rows.file, error.to_string())),
        }
        // The reader counts its line at the end of the row before, without blank lines and the LF of a CR LF.
        let begin = record.position().map_or(0, Position::byte);
        let begin = usize::try_from(begin).unwrap_or(usize::MAX);
        let line = lines.line_of_text_after(begin);
        let end = usize::try_from(reader.position().byte()).unwrap_or(usize::MAX);
        let row = text.as_bytes().get(begin..end).unwrap_or_default();
        if has_odd_quotes(row) || has_text_behind_quotes(row, delimiter) {
            errors.push(FileError::line(rows.file, line, "has a quotation mark without its partner"));
            if errors.is_full() {
                return;
            }
        } else if record.len() == header.len() {
            // The whole file was valid UTF-8, and the separators are ASCII, so each field is valid as well.
            let fields = record.iter().map(|field| String::from_utf8_lossy(field).into_owned());
            if !rows.push(line, header.iter().cloned().zip(fields).collect(), errors) {
                return;
            }
        } else {
            let message = format!("has {} fields where the header has {}", record.len(), header.len());
            errors.push(FileError::line(rows.file, line, message));
            if errors.is_full() {
                return;
            }
        }
    }
}

/// Returns the names of the columns when they are those of the table.
fn header(reader: &mut Reader<&[u8]>, rows: &Rows<'_>, errors: &mut FileErrors) -> Option<Vec<String>> {
    let mut messages = Vec::new();
    let names: Vec<String> = match reader.headers() {
        Ok(header) => header.iter().map(str::to_owned).collect(),
        Err(error) => {
            messages.push((None, error.to_string()));
            Vec::new()
        }
    };
    if names.len() > CELLS_MAX {
        messages.push((None, format!("a row has at most {CELLS_MAX} fields")));
    }
    for (at, name) in names.iter().take(CELLS_MAX).enumerate() {
        if !rows.knows(name) {
            messages.push((Some(name.as_str()), rows.unknown_column()));
        } else if names.iter().take(at).any(|earlier| earlier == name) {
            messages.push((Some(name), "stands twice in the header".to_owned()));
        }
    }
    messages.extend(rows.missing(&names).map(|name| (Some(name), "is missing in the header".to_owned())));
    let fits = messages.is_empty();
    for (column, message) in messages {
        errors.push(match column {
            Some(name) => FileError::cell(rows.file, 1, name, message),
            None => FileError::line(rows.file, 1, message),
        });
    }
    fits.then_some(names)
}

/// A cell whose closing quotation mark is missing swallows the rows behind it, and the reader says nothing.
fn has_odd_quotes(row: &[u8]) -> bool {
    row.split(|byte| *byte == b'"').count().is_multiple_of(2)
}

/// Tells whether two such cells follow each other. They swallow the rows between them and leave an even number of
/// marks; the text behind the mark that ends the cell gives them away.
fn has_text_behind_quotes(row: &[u8], delimiter: u8) -> bool {
    enum State {
        Begin,
        Plain,
        Quoted,
        End,
    }
    let mut state = State::Begin;
    for byte in row {
        let ends_cell = *byte == delimiter || matches!(byte, b'\n' | b'\r');
        state = match (state, byte) {
            (State::Quoted, b'"') => State::End,
            (State::Begin | State::End, b'"') | (State::Quoted, _) => State::Quoted,
            _ if ends_cell => State::Begin,
            (State::Begin | State::Plain, _) => State::Plain,
            (State::End, _) => return true,
        };
    }
    false
}

/// Spreadsheets in many countries write semicolons; the names of columns contain neither sign.
fn delimiter(text: &str) -> u8 {
    let header = text.lines().next().unwrap_or_default();
    if header.contains(';') && !header.contains(',') { b';' } else { b',' }
}
