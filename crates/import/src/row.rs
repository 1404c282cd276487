//! A row of a file.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use kernel::{Money, checked_text};
use store::StoreError;

/// Error of a row that was not applied.
#[derive(Debug)]
pub enum RowError {
    Cell {
        column: &'static str,
        /// The message for the person who wrote the file.
        message: String,
    },
    Row {
        /// The message for the person who wrote the file.
        message: String,
    },
    Store(StoreError),
}

impl RowError {
    /// The value in `column` is wrong: `message` says why.
    pub fn new(column: &'static str, message: impl Into<String>) -> Self {
        Self::Cell { column, message: message.into() }
    }
}

impl From<StoreError> for RowError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// A row of a file: its cells by column. An empty cell is an absent one.
///
/// `Debug` shows the names of the columns and not the cells, which may hold passwords.
#[derive(Clone, PartialEq, Eq)]
pub struct ImportRow {
    line: u64,
    row_number: u64,
    /// Few enough to be looked through.
    cells: Vec<(Cow<'static, str>, String)>,
}

impl ImportRow {
    /// The row that begins at `line` (counted from 1), has the number of that line, and has `cells`; empty ones are
    /// left out.
    pub fn new<N: Into<Cow<'static, str>>>(line: u64, cells: impl IntoIterator<Item = (N, String)>) -> Self {
        let cells = cells.into_iter().filter(|(_, cell)| !cell.is_empty());
        Self { line, row_number: line, cells: cells.map(|(name, cell)| (name.into(), cell)).collect() }
    }

    pub(crate) fn numbered(self, row_number: u64) -> Self {
        Self { row_number, ..self }
    }

    /// The line of the file where the row begins, counted from 1.
    pub const fn line(&self) -> u64 {
        self.line
    }

    /// The number of the row among those of its file: a row below has a greater one, although both may begin at the
    /// same line of a JSON file.
    pub const fn row_number(&self) -> u64 {
        self.row_number
    }

    /// The cell in `column`, if it is not empty.
    pub fn optional(&self, column: &str) -> Option<&str> {
        self.cells.iter().find(|(name, _)| name == column).map(|(_, cell)| cell.as_str())
    }

    pub fn text(&self, column: &'static str) -> Result<&str, RowError> {
        self.optional(column).ok_or_else(|| RowError::new(column, "must not be empty"))
    }

    /// The cell in `column` when it has at most `characters_max` characters.
    pub fn checked_text(&self, column: &'static str, characters_max: usize) -> Result<&str, RowError> {
        checked_text(self.text(column)?, characters_max)
            .map_err(|error| RowError::new(column, error.to_string()))
    }

    pub fn optional_checked_text(
        &self,
        column: &'static str,
        characters_max: usize,
    ) -> Result<Option<&str>, RowError> {
        self.optional(column).map(|_| self.checked_text(column, characters_max)).transpose()
    }

    pub fn parse<T: FromStr<Err: fmt::Display>>(&self, column: &'static str) -> Result<T, RowError> {
        self.text(column)?.parse().map_err(|error: T::Err| RowError::new(column, error.to_string()))
    }

    pub fn optional_parse<T: FromStr<Err: fmt::Display>>(
        &self,
        column: &'static str,
    ) -> Result<Option<T>, RowError> {
        self.optional(column).map(|_| self.parse(column)).transpose()
    }

    /// The whole number in `column`, in the one form that it has: the cells of a key are compared as texts.
    pub fn number(&self, column: &'static str) -> Result<i64, RowError> {
        let number: i64 = self.parse(column)?;
        if self.optional(column) == Some(number.to_string().as_str()) {
            return Ok(number);
        }
        Err(RowError::new(column, "must be a whole number without a plus sign or leading zeros"))
    }

    /// The amount in `column`: a decimal with at most two fraction digits.
    pub fn money(&self, column: &'static str) -> Result<Money, RowError> {
        self.parse(column)
    }

    /// `true` or `false` from the cell in `column`; `None` when it is empty.
    pub fn optional_boolean(&self, column: &'static str) -> Result<Option<bool>, RowError> {
        match self.optional(column) {
            None => Ok(None),
            Some("true") => Ok(Some(true)),
            Some("false") => Ok(Some(false)),
            Some(_) => Err(RowError::new(column, "must be true or false")),
        }
    }

    /// The items of a list cell, separated by single spaces; an empty cell is an empty list.
    ///
    /// # Errors
    /// An item is empty (two spaces in a row, a space at an end) or occurs twice.
    pub fn list(&self, column: &'static str) -> Result<Vec<&str>, RowError> {
        let Some(cell) = self.optional(column) else { return Ok(Vec::new()) };
        let items: Vec<&str> = cell.split(' ').collect();
        for (index, item) in items.iter().enumerate() {
            if item.is_empty() {
                return Err(RowError::new(column, "items are separated by one space"));
            }
            if items.iter().take(index).any(|earlier| earlier == item) {
                return Err(RowError::new(column, format!("{item} is listed twice")));
            }
        }
        Ok(items)
    }

    /// Like [`Self::list`], with each item turned into its value.
    ///
    /// # Errors
    /// Those of [`Self::list`], or an item is no such value.
    pub fn parse_list<T: FromStr<Err: fmt::Display>>(
        &self,
        column: &'static str,
    ) -> Result<Vec<T>, RowError> {
        let value = |item: &str| {
            item.parse().map_err(|error: T::Err| RowError::new(column, format!("{item}: {error}")))
        };
        self.list(column)?.into_iter().map(value).collect()
    }

    /// Puts `cell` into `column`: for [`crate::TableImporter::prepare`].
    pub fn set(&mut self, column: &'static str, cell: String) {
        self.clear(column);
        if !cell.is_empty() {
            self.cells.push((Cow::Borrowed(column), cell));
        }
    }

    pub(crate) fn cells(&self) -> impl Iterator<Item = (&str, &str)> {
        self.cells.iter().map(|(name, cell)| (name.as_ref(), cell.as_str()))
    }

    pub fn clear(&mut self, column: &'static str) {
        self.cells.retain(|(name, _)| name != column);
    }
}

impl fmt::Debug for ImportRow {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ImportRow")
            .field("line", &self.line)
            .field("columns", &self.cells.iter().map(|(name, _)| name).collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}
