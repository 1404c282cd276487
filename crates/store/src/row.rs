//! Rows by column name.

use std::fmt::Display;
use std::str::FromStr;

use kernel::Instant;

use crate::columns::Columns;
use crate::{Result, StoreError};

/// One row of a result. Every accessor fails with [`StoreError::Inconsistency`], naming query and column,
/// when the column is absent, NULL (unless `optional_…`) or of another type.
#[derive(Clone, Debug)]
pub struct Row {
    query: &'static str,
    columns: Columns,
    values: Vec<Stored>,
    /// The texts of all columns, one after the other: a row has many, and an allocation for each would cost more than
    /// reading it.
    texts: String,
}

/// The value of a column.
#[derive(Clone, Debug)]
enum Stored {
    Null,
    Integer(i64),
    Boolean(bool),
    Bytes(Box<[u8]>),
    /// A part of the row's texts.
    Text {
        start: usize,
        end: usize,
    },
}

/// The column in which PostgreSQL tells which values of a bulk reading have found the row.
pub(crate) const BULK_PLACE: &str = "bulk_place";

/// Bytes of text that a column has room for at first.
const TEXT_BYTES_GUESSED: usize = 24;

/// A row on its way out of an engine, column by column.
pub(crate) struct RowBuilder(Row);

impl RowBuilder {
    pub(crate) fn new(query: &'static str, columns: &Columns) -> Self {
        let values = Vec::with_capacity(columns.len());
        let texts = String::with_capacity(columns.len() * TEXT_BYTES_GUESSED);
        Self(Row { query, columns: columns.clone(), values, texts })
    }

    pub(crate) fn null(&mut self) {
        self.0.values.push(Stored::Null);
    }

    pub(crate) fn integer(&mut self, integer: i64) {
        self.0.values.push(Stored::Integer(integer));
    }

    pub(crate) fn boolean(&mut self, boolean: bool) {
        self.0.values.push(Stored::Boolean(boolean));
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.0.values.push(Stored::Bytes(bytes.into()));
    }

    /// A text as the engine has it.
    pub(crate) fn text(&mut self, text: &[u8]) -> Result<(), NotUtf8> {
        let text = simdutf8::basic::from_utf8(text).map_err(|_| NotUtf8)?;
        let start = self.0.texts.len();
        self.0.texts.push_str(text);
        self.0.values.push(Stored::Text { start, end: self.0.texts.len() });
        Ok(())
    }

    pub(crate) fn build(self) -> Row {
        self.0
    }
}

/// The engine has a text that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not UTF-8")]
pub(crate) struct NotUtf8;

/// Reads columns by their names: those that must have a value, and those that may be NULL.
macro_rules! by_name {
    ($($kind:literal: $required:ident, $optional:ident, $at:ident -> $type:ty;)+) => {$(
        #[doc = concat!("The ", $kind, " in `column`.")]
        pub fn $required(&self, column: &str) -> Result<$type> {
            self.present(column, self.$optional(column)?)
        }

        #[doc = concat!("The ", $kind, " in `column`, or nothing when it is NULL.")]
        pub fn $optional(&self, column: &str) -> Result<Option<$type>> {
            self.$at(self.place(column)?)
        }
    )+};
}

impl Row {
    by_name! {
        "`BIGINT`": integer, optional_integer, integer_at -> i64;
        "`TEXT`": text, optional_text, text_at -> &str;
        "`BYTEA`": bytes, optional_bytes, bytes_at -> &[u8];
        "`BOOLEAN` (0 or 1 on SQLite)": boolean, optional_boolean, boolean_at -> bool;
    }

    /// The moment in `column`, a `BIGINT` of UTC microseconds.
    pub fn instant(&self, column: &str) -> Result<Instant> {
        self.integer(column).map(Instant::from_microseconds)
    }

    /// The `TEXT` in `column` as the value it stands for.
    pub fn parse<T: FromStr<Err: Display>>(&self, column: &str) -> Result<T> {
        self.present(column, self.optional_parse(column)?)
    }

    /// The `TEXT` in `column` as the value it stands for, or nothing when it is NULL.
    pub fn optional_parse<T: FromStr<Err: Display>>(&self, column: &str) -> Result<Option<T>> {
        self.parse_at(self.place(column)?)
    }

    /// The `BIGINT` at a place of the row, or nothing when it is NULL.
    pub fn integer_at(&self, place: usize) -> Result<Option<i64>> {
        self.at(place, "is not an integer", |value| match value {
            Stored::Integer(integer) => Some(*integer),
            _ => None,
        })
    }

    /// The `TEXT` at a place of the row, or nothing when it is NULL.
    pub fn text_at(&self, place: usize) -> Result<Option<&str>> {
        self.at(place, "is not a text", |value| match value {
            Stored::Text { start, end } => self.texts.get(*start..*end),
            _ => None,
        })
    }

    /// The `BYTEA` at a place of the row, or nothing when it is NULL.
    pub fn bytes_at(&self, place: usize) -> Result<Option<&[u8]>> {
        self.at(place, "is not bytes", |value| match value {
            Stored::Bytes(bytes) => Some(&**bytes),
            _ => None,
        })
    }

    /// The `BOOLEAN` at a place of the row, or nothing when it is NULL.
    pub fn boolean_at(&self, place: usize) -> Result<Option<bool>> {
        self.at(place, "is not a boolean", |value| match value {
            Stored::Boolean(boolean) => Some(*boolean),
            Stored::Integer(0) => Some(false),
            Stored::Integer(1) => Some(true),
            _ => None,
        })
    }

    /// The value at a place as `read` takes it, or nothing when it is NULL.
    fn at<'row, T>(
        &'row self,
        place: usize,
        unfit: &str,
        read: impl FnOnce(&'row Stored) -> Option<T>,
    ) -> Result<Option<T>> {
        match self.value_at(place)? {
            Stored::Null => Ok(None),
            value => read(value).map(Some).ok_or_else(|| self.inconsistency_at(place, unfit)),
        }
    }

    /// The `TEXT` at a place of the row as the value it stands for, or nothing when it is NULL.
    pub fn parse_at<T: FromStr<Err: Display>>(&self, place: usize) -> Result<Option<T>> {
        self.text_at(place)?
            .map(|text| text.parse().map_err(|error: T::Err| self.inconsistency_at(place, error)))
            .transpose()
    }

    /// All columns with their values as texts: numbers in decimal digits, bytes in hexadecimal ones, nothing for NULL.
    pub fn cells(&self) -> impl Iterator<Item = (&str, Option<String>)> {
        let text = |value: &Stored| match value {
            Stored::Null => None,
            Stored::Integer(integer) => Some(integer.to_string()),
            Stored::Boolean(boolean) => Some(boolean.to_string()),
            Stored::Bytes(bytes) => Some(kernel::hexadecimal(bytes)),
            Stored::Text { start, end } => self.texts.get(*start..*end).map(str::to_owned),
        };
        let columns = self.columns.names().zip(self.values.iter().map(text));
        columns.filter(|(name, _)| *name != BULK_PLACE)
    }

    /// An error for a value in `column` that makes no sense to the caller.
    pub fn inconsistency(&self, column: &str, reason: impl Display) -> StoreError {
        let (column, reason) = (column.to_owned(), reason.to_string());
        StoreError::Inconsistency { query: self.query, column, reason }
    }

    /// An error for a value at a place of the row that makes no sense to the caller.
    pub fn inconsistency_at(&self, place: usize, reason: impl Display) -> StoreError {
        self.inconsistency(&self.columns.name(place), reason)
    }

    /// Tells whether the column at a place of the row is NULL.
    pub(crate) fn is_null_at(&self, place: usize) -> Result<bool> {
        self.value_at(place).map(|value| matches!(value, Stored::Null))
    }

    pub(crate) fn columns(&self) -> usize {
        self.columns.len() - usize::from(self.columns.names().next_back() == Some(BULK_PLACE))
    }

    fn place(&self, column: &str) -> Result<usize> {
        let place = self.columns.position(column);
        place.ok_or_else(|| self.inconsistency(column, "there is no such column"))
    }

    fn value_at(&self, place: usize) -> Result<&Stored> {
        self.values.get(place).ok_or_else(|| self.inconsistency_at(place, "there is no such column"))
    }

    fn present<T>(&self, column: &str, value: Option<T>) -> Result<T> {
        value.ok_or_else(|| self.inconsistency(column, "is NULL"))
    }
}

#[cfg(test)]
mod tests;
