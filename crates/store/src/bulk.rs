//! One change for many rows: without a list of values per row, and on PostgreSQL in one statement.
//!
//! The text is that of one row. SQLite runs it row by row, prepared once. For PostgreSQL a text over `unnest` is
//! derived from it, which needs the two forms named at [`Tx::insert_bulk`](crate::Tx::insert_bulk) and
//! [`Tx::update_bulk`](crate::Tx::update_bulk); many rows for an insert of nothing but parameters go by COPY, which
//! takes half the time.

use crate::{Query, Result, StoreError, Value};

/// The most rows of one bulk.
pub const BULK_ROWS_MAX: usize = 100_000;

/// One parameter of a change for many rows: `$1` is the first column, and so on. All lists of a bulk have one length.
#[derive(Clone, Debug)]
pub enum Column<'a> {
    /// The same value in every row.
    Same(Value),
    /// `BIGINT`.
    Integers(&'a [i64]),
    /// `BIGINT` or nothing.
    OptionalIntegers(&'a [Option<i64>]),
    Booleans(&'a [bool]),
    /// `TEXT`; one with U+0000 is refused.
    Texts(&'a [&'a str]),
    /// `TEXT` or nothing.
    OptionalTexts(&'a [Option<&'a str>]),
    /// `BYTEA`.
    Bytes(&'a [&'a [u8]]),
}

impl Column<'_> {
    /// Counts its rows; `None` when it fits any number.
    const fn len(&self) -> Option<usize> {
        match self {
            Self::Same(_) => None,
            Self::Integers(values) => Some(values.len()),
            Self::OptionalIntegers(values) => Some(values.len()),
            Self::Booleans(values) => Some(values.len()),
            Self::Texts(values) => Some(values.len()),
            Self::OptionalTexts(values) => Some(values.len()),
            Self::Bytes(values) => Some(values.len()),
        }
    }

    fn has_nul(&self) -> bool {
        match self {
            Self::Same(Value::Text(text)) => text.contains('\0'),
            Self::Texts(texts) => texts.iter().any(|text| text.contains('\0')),
            Self::OptionalTexts(texts) => texts.iter().flatten().any(|text| text.contains('\0')),
            Self::Same(_)
            | Self::Integers(_)
            | Self::OptionalIntegers(_)
            | Self::Booleans(_)
            | Self::Bytes(_) => false,
        }
    }
}

/// The values of one parameter of many rows.
enum Turned<'a> {
    Nothing,
    Integers(Vec<Option<i64>>),
    Texts(Vec<Option<&'a str>>),
    Booleans(Vec<bool>),
    Bytes(Vec<&'a [u8]>),
}

/// Rows that were turned into columns.
pub(crate) struct TurnedRows<'a>(Vec<Turned<'a>>);

impl<'a> TurnedRows<'a> {
    /// Turns rows into columns, each of which has values of one type; whole numbers and texts may be missing.
    pub(crate) fn new(query: &'static Query, rows: &'a [Vec<Value>]) -> Result<Self> {
        let width = rows.first().map_or(0, Vec::len);
        let turned = (0..width).map(|place| {
            let values = rows.iter().map(move |row| row.get(place).unwrap_or(&Value::Null));
            let unfit = || StoreError::Parameter {
                query: query.name(),
                number: place + 1,
                reason: "the values have several types".to_owned(),
            };
            Turned::new(values).ok_or_else(unfit)
        });
        Ok(Self(turned.collect::<Result<_, _>>()?))
    }

    pub(crate) fn columns(&self) -> Vec<Column<'_>> {
        self.0.iter().map(Turned::column).collect()
    }
}

impl<'a> Turned<'a> {
    fn column(&self) -> Column<'_> {
        match self {
            Self::Nothing => Column::Same(Value::Null),
            Self::Integers(values) => Column::OptionalIntegers(values),
            Self::Texts(values) => Column::OptionalTexts(values),
            Self::Booleans(values) => Column::Booleans(values),
            Self::Bytes(values) => Column::Bytes(values),
        }
    }

    /// Turns the values of one place; `None` when they have several types.
    fn new(values: impl Iterator<Item = &'a Value> + Clone) -> Option<Self> {
        let first = values.clone().find(|value| **value != Value::Null);
        let mut turned = match first {
            None | Some(Value::Null) => Self::Nothing,
            Some(Value::Integer(_)) => Self::Integers(Vec::new()),
            Some(Value::Text(_)) => Self::Texts(Vec::new()),
            Some(Value::Boolean(_)) => Self::Booleans(Vec::new()),
            Some(Value::Bytes(_)) => Self::Bytes(Vec::new()),
        };
        for value in values {
            match (&mut turned, value) {
                (Self::Nothing, _) => {}
                (Self::Integers(all), Value::Integer(value)) => all.push(Some(*value)),
                (Self::Integers(all), Value::Null) => all.push(None),
                (Self::Texts(all), Value::Text(value)) => all.push(Some(value)),
                (Self::Texts(all), Value::Null) => all.push(None),
                (Self::Booleans(all), Value::Boolean(value)) => all.push(*value),
                (Self::Bytes(all), Value::Bytes(value)) => all.push(value),
                (Self::Integers(_) | Self::Texts(_) | Self::Booleans(_) | Self::Bytes(_), _) => return None,
            }
        }
        Some(turned)
    }
}

/// Counts the rows of the columns, after refusing those that cannot be sent.
pub(crate) fn check_columns(query: &'static Query, columns: &[Column<'_>]) -> Result<usize> {
    let query = query.name();
    let refused = |index: usize, reason: String| StoreError::Parameter { query, number: index + 1, reason };
    let mut rows = None;
    for (index, column) in columns.iter().enumerate() {
        if column.has_nul() {
            return Err(refused(index, "a text must not contain the character U+0000".to_owned()));
        }
        match (column.len(), rows) {
            (Some(len), None) => rows = Some(len),
            (Some(len), Some(rows)) if len != rows => {
                return Err(refused(index, format!("{len} values for {rows} rows")));
            }
            _ => {}
        }
    }
    match rows {
        None => Err(refused(0, "every value is the same for every row".to_owned())),
        Some(rows) if rows > BULK_ROWS_MAX => {
            Err(refused(0, format!("{rows} rows, {BULK_ROWS_MAX} are the most")))
        }
        Some(rows) => Ok(rows),
    }
}
