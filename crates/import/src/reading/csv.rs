//! CSV (RFC 4180): UTF-8, a header row, fields separated by commas or, where the header is, by semicolons.

use std::borrow::Cow;

use csv::{ByteRecord, Position, Reader, ReaderBuilder};

use super::Rows;
use super::line::{LineCounter, delimiter_of};
use super::window::{CsvState, Window};
use crate::CELLS_MAX;
use crate::error::{FileError, FileErrors};

#[derive(Debug, Default)]
pub(super) struct CsvRows {
    header: Vec<Cow<'static, str>>,
    delimiter: u8,
}

impl CsvRows {
    /// Reads a part into `rows`; `false` when reading further is of no use.
    pub(super) fn read(&mut self, window: &Window, rows: &mut Rows<'_>, errors: &mut FileErrors) -> bool {
        let text = window.text.as_str();
        if window.is_first {
            let header = text.split(['\n', '\r']).find(|line| !line.is_empty());
            self.delimiter = delimiter_of(header.unwrap_or_default().as_bytes());
        }
        let mut reader = ReaderBuilder::new()
            .delimiter(self.delimiter)
            .flexible(true)
            .has_headers(window.is_first)
            .from_reader(text.as_bytes());
        if window.is_first {
            let Some(header) = header(&mut reader, rows, errors) else { return false };
            self.header = header;
        }
        let mut lines = LineCounter::new(text, window.line);
        let mut record = ByteRecord::new();
        loop {
            match reader.read_byte_record(&mut record) {
                Ok(false) => return true,
                Ok(true) => {}
                Err(error) => {
                    errors.push(FileError::file(rows.file, error.to_string()));
                    return false;
                }
            }
            // The reader counts its line at the end of the row before, without blank lines and the LF of a CR LF.
            let begin = record.position().map_or(0, Position::byte);
            let begin = usize::try_from(begin).unwrap_or(usize::MAX);
            let line = lines.line_of_text_after(begin);
            let end = usize::try_from(reader.position().byte()).unwrap_or(usize::MAX);
            let row = text.as_bytes().get(begin..end).unwrap_or_default();
            if !self.take(&record, row, line, rows, errors) {
                return false;
            }
        }
    }

    /// Takes one row; `false` when reading further is of no use.
    fn take(
        &self,
        record: &ByteRecord,
        row: &[u8],
        line: u64,
        rows: &mut Rows<'_>,
        errors: &mut FileErrors,
    ) -> bool {
        if has_odd_quotes(row) || has_text_behind_quotes(row, self.delimiter) {
            errors.push(FileError::line(rows.file, line, "has a quotation mark without its partner"));
            return !errors.is_full();
        }
        if record.len() != self.header.len() {
            let message = format!("has {} fields where the header has {}", record.len(), self.header.len());
            errors.push(FileError::line(rows.file, line, message));
            return !errors.is_full();
        }
        // The whole part was valid UTF-8, and the separators are ASCII, so each field is valid as well.
        let fields = record.iter().map(|field| String::from_utf8_lossy(field).into_owned());
        rows.push(line, self.header.iter().cloned().zip(fields).collect(), errors)
    }
}

/// Returns the names of the columns when they are those of the table.
fn header(
    reader: &mut Reader<&[u8]>,
    rows: &Rows<'_>,
    errors: &mut FileErrors,
) -> Option<Vec<Cow<'static, str>>> {
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
            messages.push((None, rows.unknown_column(at + 1)));
        } else if names.iter().take(at).any(|earlier| earlier == name) {
            messages.push((Some(name.as_str()), "occurs twice in the header".to_owned()));
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
    fits.then(|| names.iter().map(|name| rows.name(name)).collect())
}

/// A cell whose closing quotation mark is missing swallows the rows after it, and the reader says nothing.
fn has_odd_quotes(row: &[u8]) -> bool {
    row.split(|byte| *byte == b'"').count().is_multiple_of(2)
}

/// Tells whether two such cells follow each other. They swallow the rows between them and leave an even number of
/// marks; the text after the mark that ends the cell gives them away.
fn has_text_behind_quotes(row: &[u8], delimiter: u8) -> bool {
    let mut state = CsvState::Begin;
    row.iter().any(|byte| {
        let was_quoted = state == CsvState::End;
        state = state.after(*byte, Some(delimiter));
        was_quoted && state == CsvState::Plain
    })
}
