//! Tables that people make with spreadsheets: the bytes of a file in, rows of texts out, and back.
//!
//! [`read`] tells by the bytes what a file is: XLSX, or CSV in UTF-8, UTF-16 or windows-1251, with semicolons, commas
//! or tabs. Names of files and media types are not asked, because browsers guess them. Everything has a limit, so that
//! a file of a few kilobytes cannot become gigabytes. The texts mean nothing here: what a column is, its area knows.
//!
//! A sheet of any length is written by a [`SheetWriter`], with numbers and days as such.
//!
//! To add a format, add a file that makes [`Row`]s, and the bytes that it begins with to [`read`].

mod csv;
mod number;
mod sheet_writer;
mod xlsx;

use thiserror::Error;

pub use self::csv::{BYTE_ORDER_MARK, CSV, csv_cell, csv_text, text_of};
pub use self::sheet_writer::{Cell, Look, SHEET_ROWS_MAX, SheetWriter, xlsx_bytes};
pub use self::xlsx::XLSX;

/// Reads a file of a table. Rows without any text are left out.
pub fn read(bytes: &[u8], limits: Limits) -> Result<Vec<Row>, Unreadable> {
    if xlsx::is_like(bytes) {
        return xlsx::read(bytes, limits);
    }
    csv::read(&text_of(bytes)?, limits)
}

/// The most bytes of a character in UTF-8.
const CHARACTER_BYTES_MAX: usize = 4;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Its number in the file, from 1, as a table calculation shows it.
    pub number: u32,
    /// Its cells without white space around them. Cells after the last one with text may be missing.
    pub cells: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Rows with text, the head included.
    pub rows_max: usize,
    pub columns_max: usize,
    pub cell_characters_max: usize,
}

/// Error for a file that is no table within the limits.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unreadable {
    #[error("the file has no text")]
    Empty,
    /// The file is neither a known spreadsheet nor text in a known encoding.
    #[error("the file is neither XLSX nor text in UTF-8, UTF-16 or windows-1251")]
    NotText,
    #[error("the file has more than {max} rows")]
    TooManyRows { max: usize },
    #[error("row {row} has more than {max} columns")]
    TooManyColumns { row: u32, max: usize },
    #[error("a cell in row {row} has more than {max} characters")]
    CellTooLong { row: u32, max: usize },
    /// A cell of text begins with a quotation mark that has no partner: the rows below it would be its text.
    #[error("a quotation mark in row {row} has no partner")]
    OpenQuote { row: u32 },
    /// It begins like a table calculation and is none, or one that is protected by a password.
    #[error("the file is damaged or protected: {0}")]
    Damaged(String),
    /// The packed files inside are larger than a table of this size can be.
    #[error("the file unpacks to more than {max_mib} MiB")]
    Unpacked { max_mib: u64 },
}

/// Rows that are gathered within limits.
#[derive(Debug)]
pub(crate) struct Gathered {
    rows: Vec<Row>,
    limits: Limits,
}

impl Gathered {
    pub(crate) const fn new(limits: Limits) -> Self {
        Self { rows: Vec::new(), limits }
    }

    /// Adds a cell with text; cells come row by row, and in a row from left to right.
    pub(crate) fn cell(&mut self, row: u32, column: usize, text: &str) -> Result<(), Unreadable> {
        let Limits { rows_max, columns_max, cell_characters_max } = self.limits;
        // Before the white space is looked through, which a file may hold once and show in every cell.
        if text.len() > cell_characters_max.saturating_mul(CHARACTER_BYTES_MAX) {
            return Err(Unreadable::CellTooLong { row, max: cell_characters_max });
        }
        let text = text.trim();
        if text.is_empty() {
            return Ok(());
        }
        if column >= columns_max {
            return Err(Unreadable::TooManyColumns { row, max: columns_max });
        }
        if text.chars().nth(cell_characters_max).is_some() {
            return Err(Unreadable::CellTooLong { row, max: cell_characters_max });
        }
        if self.rows.last().is_none_or(|last| last.number != row) {
            if self.rows.len() == rows_max {
                return Err(Unreadable::TooManyRows { max: rows_max });
            }
            self.rows.push(Row { number: row, cells: Vec::new() });
        }
        if let Some(last) = self.rows.last_mut() {
            last.cells.resize(last.cells.len().max(column + 1), String::new());
            if let Some(cell) = last.cells.get_mut(column) {
                text.clone_into(cell);
            }
        }
        Ok(())
    }

    pub(crate) fn rows(self) -> Result<Vec<Row>, Unreadable> {
        if self.rows.is_empty() { Err(Unreadable::Empty) } else { Ok(self.rows) }
    }
}
