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

/// The values of one parameter, gathered from many rows.
pub(crate) enum Gathered<'a> {
    Nothing,
    Integers(Vec<i64>),
    OptionalIntegers(Vec<Option<i64>>),
    Booleans(Vec<bool>),
    Texts(Vec<&'a str>),
    OptionalTexts(Vec<Option<&'a str>>),
    Bytes(Vec<&'a [u8]>),
}

impl<'a> Gathered<'a> {
    pub(crate) fn column(&self) -> Column<'_> {
        match self {
            Self::Nothing => Column::Same(Value::Null),
            Self::Integers(values) => Column::Integers(values),
            Self::OptionalIntegers(values) => Column::OptionalIntegers(values),
            Self::Booleans(values) => Column::Booleans(values),
            Self::Texts(values) => Column::Texts(values),
            Self::OptionalTexts(values) => Column::OptionalTexts(values),
            Self::Bytes(values) => Column::Bytes(values),
        }
    }

    /// Gathers the values of one place; `None` when they have several types.
    fn of(values: impl Iterator<Item = &'a Value> + Clone) -> Option<Self> {
        let first = values.clone().find(|value| **value != Value::Null);
        let mut gathered = match first {
            None | Some(Value::Null) => Self::Nothing,
            Some(Value::Integer(_)) => Self::OptionalIntegers(Vec::new()),
            Some(Value::Text(_)) => Self::OptionalTexts(Vec::new()),
            Some(Value::Boolean(_)) => Self::Booleans(Vec::new()),
            Some(Value::Bytes(_)) => Self::Bytes(Vec::new()),
        };
        for value in values {
            match (&mut gathered, value) {
                (Self::Nothing, _) => {}
                (Self::OptionalIntegers(all), Value::Integer(value)) => all.push(Some(*value)),
                (Self::OptionalIntegers(all), Value::Null) => all.push(None),
                (Self::OptionalTexts(all), Value::Text(value)) => all.push(Some(value)),
                (Self::OptionalTexts(all), Value::Null) => all.push(None),
                (Self::Booleans(all), Value::Boolean(value)) => all.push(*value),
                (Self::Bytes(all), Value::Bytes(value)) => all.push(value),
                _ => return None,
            }
        }
        Some(gathered)
    }
}

/// Turns rows into columns, each of which has values of one type; whole numbers and texts may be missing.
pub(crate) fn turned<'a>(
    query: &'static Query,
    rows: &'a [impl AsRef<[Value]>],
) -> Result<Vec<Gathered<'a>>> {
    let width = rows.first().map_or(0, |row| row.as_ref().len());
    let unfit = |number: usize, reason: &str| StoreError::Parameter {
        query: query.name(),
        number,
        reason: reason.to_owned(),
    };
    if let Some(other) = rows.iter().map(|row| row.as_ref().len()).find(|length| *length != width) {
        return Err(unfit(width.min(other) + 1, "the rows have several lengths"));
    }
    let column = |place: usize| {
        let gathered = Gathered::of(rows.iter().filter_map(move |row| row.as_ref().get(place)));
        gathered.ok_or_else(|| unfit(place + 1, "the values have several types"))
    };
    (0..width).map(column).collect()
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
