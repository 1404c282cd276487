//! From bytes to rows, for each format.

mod csv;
mod json;
mod line;

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::error::{FileError, FileErrors};
use crate::{CELL_CHARACTERS_MAX, Column, ImportRow, ROWS_MAX};

pub(crate) use self::csv::read_csv;
pub(crate) use self::json::read_json;

/// Rows of one file as they are read, with the rules that hold for every format.
#[derive(Debug)]
pub(crate) struct Rows<'a> {
    pub(crate) file: &'a str,
    columns: &'static [Column],
    read: usize,
    taken: Vec<ImportRow>,
}

impl<'a> Rows<'a> {
    pub(crate) fn new(file: &'a str, columns: &'static [Column]) -> Self {
        Self { file, columns, read: 0, taken: Vec::new() }
    }

    fn knows(&self, name: &str) -> bool {
        self.columns.iter().any(|column| column.name == name)
    }

    /// Tells whether the column `name` takes a JSON array or object.
    fn takes_document(&self, name: &str) -> bool {
        self.columns.iter().any(|column| column.name == name && column.document)
    }

    /// The columns that must be there and are not in `names`.
    fn missing<'b>(&self, names: &'b [String]) -> impl Iterator<Item = &'static str> + use<'b> {
        let required = self.columns.iter().filter(|column| column.required);
        required.map(|column| column.name).filter(|wanted| !names.iter().any(|name| name == wanted))
    }

    fn unknown_column(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|column| column.name).collect();
        format!("unknown column; known are {}", names.join(", "))
    }

    /// Takes a row or its error; `false` when reading further is of no use.
    fn push(&mut self, line: u64, cells: Vec<(String, String)>, errors: &mut FileErrors) -> bool {
        if self.read == ROWS_MAX {
            errors.push(FileError::line(self.file, line, format!("a file has at most {ROWS_MAX} rows")));
            return false;
        }
        self.read += 1;
        let mut fits = true;
        let mut refuse = |column: &str, message: String| {
            errors.push(FileError::cell(self.file, line, column, message));
            fits = false;
        };
        for (name, cell) in &cells {
            if !self.knows(name) {
                refuse(name, self.unknown_column());
            }
            if let Err(error) = kernel::check_characters(cell) {
                refuse(name, error.to_string());
            }
            if cell.chars().nth(CELL_CHARACTERS_MAX).is_some() {
                refuse(name, format!("must have at most {CELL_CHARACTERS_MAX} characters"));
            }
        }
        let row = ImportRow::new(line, cells);
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
        let mut lines: HashMap<Vec<Option<String>>, u64> = HashMap::new();
        let mut rows = self.taken;
        rows.retain(|row| {
            let values = key.iter().map(|column| row.optional(column).map(str::to_owned)).collect();
            match lines.entry(values) {
                Entry::Vacant(entry) => {
                    entry.insert(row.line());
                    true
                }
                Entry::Occupied(first) => {
                    let message = format!("has the same {} as line {}", key.join(" and "), first.get());
                    errors.push(FileError::line(self.file, row.line(), message));
                    false
                }
            }
        });
        rows
    }
}
