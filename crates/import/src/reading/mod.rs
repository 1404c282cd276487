//! From bytes to rows, for each format.

mod csv;
mod json;
mod line;
mod window;

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::Read;

use self::csv::CsvRows;
use self::json::read_json;
use self::window::{CsvCut, Cut, JsonCut, Window, WindowError, Windows};
use crate::error::{FileError, FileErrors};
use crate::{CELL_CHARACTERS_MAX, Column, ImportRow, KEY_CHARACTERS_MAX, TableImporter};

/// Reads a file, JSON or CSV, into `rows`, part by part; `taken` may take away the rows of each part and ends the
/// reading with `false`.
pub(crate) fn read_format(
    is_json: bool,
    input: impl Read,
    rows: &mut Rows<'_>,
    errors: &mut FileErrors,
    taken: impl FnMut(&mut Rows<'_>, &mut FileErrors) -> bool,
) {
    if is_json {
        read_parts(Windows::new(input, JsonCut::default()), read_json, rows, errors, taken);
    } else {
        let (windows, mut csv) = (Windows::new(input, CsvCut::default()), CsvRows::default());
        read_parts(windows, |part, rows, errors| csv.read(part, rows, errors), rows, errors, taken);
    }
}

fn read_parts<R: Read, C: Cut>(
    mut windows: Windows<R, C>,
    mut read: impl FnMut(&Window, &mut Rows<'_>, &mut FileErrors) -> bool,
    rows: &mut Rows<'_>,
    errors: &mut FileErrors,
    mut taken: impl FnMut(&mut Rows<'_>, &mut FileErrors) -> bool,
) {
    loop {
        match windows.next() {
            Ok(Some(window)) => {
                let goes_on = read(&window, rows, errors);
                if !taken(rows, errors) || !goes_on {
                    return;
                }
            }
            Ok(None) => return,
            Err(WindowError { line, message }) => {
                errors.push(match line {
                    Some(line) => FileError::line(rows.file, line, message),
                    None => FileError::file(rows.file, message),
                });
                return;
            }
        }
    }
}

/// Rows of one file as they are read, with the rules that hold for every format.
#[derive(Debug)]
pub(crate) struct Rows<'a> {
    pub(crate) file: &'a str,
    columns: &'static [Column],
    /// The columns by which rows are found on their way into the tables.
    short: Vec<&'static str>,
    count_max: usize,
    read: usize,
    taken: Vec<ImportRow>,
}

impl<'a> Rows<'a> {
    /// The rows of `file`, of which there may be `count_max`, for `importer`.
    pub(crate) fn new(file: &'a str, importer: &dyn TableImporter, count_max: usize) -> Self {
        let short = importer.chunks().map(|chunks| [Some(chunks.by), chunks.unique]);
        let short = short.into_iter().flatten().flatten().collect();
        Self { file, columns: importer.columns(), short, count_max, read: 0, taken: Vec::new() }
    }

    /// Takes away the rows that were read since the last time.
    pub(crate) fn take(&mut self) -> Vec<ImportRow> {
        std::mem::take(&mut self.taken)
    }

    fn knows(&self, name: &str) -> bool {
        self.columns.iter().any(|column| column.name == name)
    }

    /// The name of a column, borrowed from the table when the table knows it.
    fn name(&self, name: &str) -> Cow<'static, str> {
        let known = self.columns.iter().find(|column| column.name == name);
        known.map_or_else(|| Cow::Owned(name.to_owned()), |column| Cow::Borrowed(column.name))
    }

    fn takes_document(&self, name: &str) -> bool {
        self.columns.iter().any(|column| column.name == name && column.document)
    }

    fn missing<'b>(&self, names: &'b [String]) -> impl Iterator<Item = &'static str> + use<'b> {
        let required = self.columns.iter().filter(|column| column.required);
        required.map(|column| column.name).filter(|wanted| !names.iter().any(|name| name == wanted))
    }

    /// Tells of a column at a place, from 1, without its name: a file that is no table of the bank's may have anything
    /// there, and messages are read by others than files.
    fn unknown_column(&self, place: usize) -> String {
        let names: Vec<&str> = self.columns.iter().map(|column| column.name).collect();
        format!("column {place} is unknown; known are {}", names.join(", "))
    }

    /// Takes a row or its error; `false` when reading further is of no use.
    fn push(&mut self, line: u64, cells: Vec<(Cow<'static, str>, String)>, errors: &mut FileErrors) -> bool {
        if self.read == self.count_max {
            let message = format!("a file has at most {} rows", self.count_max);
            errors.push(FileError::line(self.file, line, message));
            return false;
        }
        self.read += 1;
        let mut fits = true;
        for (place, (name, _)) in (1..).zip(&cells) {
            if !self.knows(name) {
                errors.push(FileError::line(self.file, line, self.unknown_column(place)));
                fits = false;
            }
        }
        let mut refuse = |column: &str, message: String| {
            errors.push(FileError::cell(self.file, line, column, message));
            fits = false;
        };
        for (name, cell) in cells.iter().filter(|(name, _)| self.knows(name)) {
            if let Err(error) = kernel::check_characters(cell) {
                refuse(name, error.to_string());
            }
            // As many bytes are at least as many characters.
            let is_short = self.short.iter().any(|short| short == name);
            let characters_max = if is_short { KEY_CHARACTERS_MAX } else { CELL_CHARACTERS_MAX };
            if cell.len() > characters_max && cell.chars().nth(characters_max).is_some() {
                refuse(name, format!("must have at most {characters_max} characters"));
            }
        }
        let row = ImportRow::new(line, cells).numbered(u64::try_from(self.read).unwrap_or(u64::MAX));
        for column in self.columns {
            if column.required && row.optional(column.name).is_none() {
                refuse(column.name, "must not be empty".to_owned());
            }
        }
        if fits {
            self.taken.push(row);
        }
        !errors.is_full()
    }

    /// The rows, without those that repeat the key of an earlier one.
    pub(crate) fn with_single_keys(self, key: &[&str], errors: &mut FileErrors) -> Vec<ImportRow> {
        let (mut seen, mut rows) = (SeenKeys::default(), self.taken);
        rows.retain(|row| seen.is_first(self.file, key, row, errors));
        rows
    }
}

/// Keys of rows of a file, each with the line of its first row.
#[derive(Debug, Default)]
pub(crate) struct SeenKeys(HashMap<Vec<Option<String>>, u64>);

impl SeenKeys {
    /// Tells whether a row is the first with its key; it is an error if it is not.
    pub(crate) fn is_first(
        &mut self,
        file: &str,
        key: &[&str],
        row: &ImportRow,
        errors: &mut FileErrors,
    ) -> bool {
        let values = key.iter().map(|column| row.optional(column).map(str::to_owned)).collect();
        match self.0.entry(values) {
            Entry::Vacant(entry) => {
                entry.insert(row.line());
                true
            }
            Entry::Occupied(first) => {
                let message = format!("has the same {} as line {}", key.join(" and "), first.get());
                errors.push(FileError::line(file, row.line(), message));
                false
            }
        }
    }
}
