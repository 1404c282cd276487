//! Keys of rows.

use store::{Column, Value};

/// The most columns of a key.
const COLUMNS_MAX: usize = 2;

/// The values by which the rows of one thing are found, in the order of the parameters of its table's texts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key(pub Vec<Value>);

/// Columns of many keys, held until a statement has borrowed them.
pub(crate) enum KeyColumn<'a> {
    Integers(Vec<i64>),
    Texts(Vec<&'a str>),
    Bytes(Vec<&'a [u8]>),
}

impl KeyColumn<'_> {
    /// Borrows the column for a statement.
    pub(crate) fn column(&self) -> Column<'_> {
        match self {
            Self::Integers(values) => Column::Integers(values),
            Self::Texts(values) => Column::Texts(values),
            Self::Bytes(values) => Column::Bytes(values),
        }
    }
}

/// Returns the columns of the keys; `None` when they are not of one shape.
pub(crate) fn columns(keys: &[Key]) -> Option<Vec<KeyColumn<'_>>> {
    let width = keys.first()?.0.len();
    if width == 0 || width > COLUMNS_MAX || keys.iter().any(|key| key.0.len() != width) {
        return None;
    }
    (0..width).map(|place| column(keys, place)).collect()
}

fn column(keys: &[Key], place: usize) -> Option<KeyColumn<'_>> {
    let values = || keys.iter().filter_map(|key| key.0.get(place));
    let column = match keys.first()?.0.get(place)? {
        Value::Integer(_) => KeyColumn::Integers(
            values()
                .filter_map(|value| if let Value::Integer(one) = value { Some(*one) } else { None })
                .collect(),
        ),
        Value::Text(_) => KeyColumn::Texts(
            values()
                .filter_map(|value| if let Value::Text(one) = value { Some(one.as_str()) } else { None })
                .collect(),
        ),
        Value::Bytes(_) => KeyColumn::Bytes(
            values()
                .filter_map(|value| if let Value::Bytes(one) = value { Some(one.as_slice()) } else { None })
                .collect(),
        ),
        Value::Null | Value::Boolean(_) => return None,
    };
    let length = match &column {
        KeyColumn::Integers(values) => values.len(),
        KeyColumn::Texts(values) => values.len(),
        KeyColumn::Bytes(values) => values.len(),
    };
    (length == keys.len()).then_some(column)
}
