//! Rows by column name.

use std::fmt::Display;
use std::str::FromStr;

use kernel::Instant;

use crate::query::Columns;
use crate::{StoreError, Value};

/// One row of a result. Every accessor fails with [`StoreError::Inconsistency`], naming query and column,
/// when the column is absent, NULL (unless `optional_…`) or of another type.
#[derive(Clone, Debug)]
pub struct Row {
    query: &'static str,
    columns: Columns,
    values: Vec<Value>,
}

impl Row {
    pub(crate) const fn new(query: &'static str, columns: Columns, values: Vec<Value>) -> Self {
        Self { query, columns, values }
    }

    /// The `BIGINT` in `column`.
    pub fn integer(&self, column: &str) -> Result<i64, StoreError> {
        self.present(column, self.optional_integer(column)?)
    }

    /// The `BIGINT` in `column`, or nothing when it is NULL.
    pub fn optional_integer(&self, column: &str) -> Result<Option<i64>, StoreError> {
        match self.value(column)? {
            Value::Null => Ok(None),
            Value::Integer(integer) => Ok(Some(*integer)),
            Value::Text(_) | Value::Bytes(_) | Value::Boolean(_) => Err(self.mistyped(column, "an integer")),
        }
    }

    /// The `TEXT` in `column`.
    pub fn text(&self, column: &str) -> Result<&str, StoreError> {
        self.present(column, self.optional_text(column)?)
    }

    /// The `TEXT` in `column`, or nothing when it is NULL.
    pub fn optional_text(&self, column: &str) -> Result<Option<&str>, StoreError> {
        match self.value(column)? {
            Value::Null => Ok(None),
            Value::Text(text) => Ok(Some(text)),
            Value::Integer(_) | Value::Bytes(_) | Value::Boolean(_) => Err(self.mistyped(column, "a text")),
        }
    }

    /// The `BYTEA` in `column`.
    pub fn bytes(&self, column: &str) -> Result<&[u8], StoreError> {
        self.present(column, self.optional_bytes(column)?)
    }

    /// The `BYTEA` in `column`, or nothing when it is NULL.
    pub fn optional_bytes(&self, column: &str) -> Result<Option<&[u8]>, StoreError> {
        match self.value(column)? {
            Value::Null => Ok(None),
            Value::Bytes(bytes) => Ok(Some(bytes)),
            Value::Integer(_) | Value::Text(_) | Value::Boolean(_) => Err(self.mistyped(column, "bytes")),
        }
    }

    /// The `BOOLEAN` in `column`.
    pub fn boolean(&self, column: &str) -> Result<bool, StoreError> {
        self.present(column, self.optional_boolean(column)?)
    }

    /// The `BOOLEAN` in `column`, or nothing when it is NULL. SQLite returns it as 0 or 1.
    pub fn optional_boolean(&self, column: &str) -> Result<Option<bool>, StoreError> {
        match self.value(column)? {
            Value::Null => Ok(None),
            Value::Boolean(boolean) => Ok(Some(*boolean)),
            Value::Integer(0) => Ok(Some(false)),
            Value::Integer(1) => Ok(Some(true)),
            Value::Integer(_) | Value::Text(_) | Value::Bytes(_) => Err(self.mistyped(column, "a boolean")),
        }
    }

    /// The moment in `column`, a `BIGINT` of UTC microseconds.
    pub fn instant(&self, column: &str) -> Result<Instant, StoreError> {
        self.integer(column).map(Instant::from_microseconds)
    }

    /// The moment in `column`, or nothing when it is NULL.
    pub fn optional_instant(&self, column: &str) -> Result<Option<Instant>, StoreError> {
        Ok(self.optional_integer(column)?.map(Instant::from_microseconds))
    }

    /// The `TEXT` in `column` as the value it stands for.
    pub fn parse<T: FromStr<Err: Display>>(&self, column: &str) -> Result<T, StoreError> {
        self.present(column, self.optional_parse(column)?)
    }

    /// The `TEXT` in `column` as the value it stands for, or nothing when it is NULL.
    pub fn optional_parse<T: FromStr<Err: Display>>(&self, column: &str) -> Result<Option<T>, StoreError> {
        self.optional_text(column)?
            .map(|text| text.parse().map_err(|error: T::Err| self.inconsistency(column, error)))
            .transpose()
    }

    /// An error for a value in `column` that makes no sense to the caller.
    #[must_use]
    pub fn inconsistency(&self, column: &str, reason: impl Display) -> StoreError {
        let (column, reason) = (column.to_owned(), reason.to_string());
        StoreError::Inconsistency { query: self.query, column, reason }
    }

    fn value(&self, column: &str) -> Result<&Value, StoreError> {
        self.columns
            .iter()
            .position(|name| **name == *column)
            .and_then(|index| self.values.get(index))
            .ok_or_else(|| self.inconsistency(column, "there is no such column"))
    }

    fn present<T>(&self, column: &str, value: Option<T>) -> Result<T, StoreError> {
        value.ok_or_else(|| self.inconsistency(column, "is NULL"))
    }

    fn mistyped(&self, column: &str, expected: &str) -> StoreError {
        self.inconsistency(column, format_args!("is not {expected}"))
    }
}
