//! The columns of the fields of transfers: named in SQL texts, filled, and read.

use store::{Column, Result, Row, Tx, Value};

use super::codec;
use crate::identifier::StatementId;
use crate::transfer::{BorrowedValue, Conversion, FIELDS, FIELDS_COUNT, Field, FieldValue, Sort, Text};

const COLUMNS_COUNT: usize = {
    let (mut count, mut index) = (0, 0);
    while index < FIELDS_COUNT {
        count += FIELDS[index].columns.len();
        index += 1;
    }
    count
};

/// The columns of all fields, with commas between them.
const NAMES: [&str; 2 * COLUMNS_COUNT - 1] = {
    let (mut names, mut at, mut index) = ([", "; 2 * COLUMNS_COUNT - 1], 0, 0);
    while index < FIELDS_COUNT {
        let (columns, mut own) = (FIELDS[index].columns, 0);
        while own < columns.len() {
            names[at] = columns[own];
            (at, own) = (at + 2, own + 1);
        }
        index += 1;
    }
    names
};
const NAME_BYTES: [u8; store::text_bytes(&NAMES)] = store::joined_text(&NAMES);

pub(super) const COLUMNS: &str = match std::str::from_utf8(&NAME_BYTES) {
    Ok(text) => text,
    Err(_) => "",
};

/// The parameters of all columns, behind those of the statement and of the line.
pub(super) const PARAMETERS: &str =
    store::parameters(COLUMNS_COUNT + 2).split_at(store::parameters(2).len() + ", ".len()).1;

/// The part of a value that one column holds.
#[derive(Clone, Copy)]
enum Part {
    Text,
    Integer,
    Conversions,
}

/// Returns what each column of a field holds, in the order of its names.
const fn parts(field: &Field) -> &'static [Part] {
    match field.kind.sort() {
        Sort::Text => &[Part::Text],
        Sort::Integer => &[Part::Integer],
        Sort::Amount => &[Part::Integer, Part::Text],
        Sort::Conversions => &[Part::Conversions],
    }
}

pub(super) fn row_values(values: &[BorrowedValue<'_>; FIELDS_COUNT]) -> impl Iterator<Item = Value> {
    FIELDS.iter().zip(values).flat_map(|(field, value)| {
        parts(field).iter().map(move |part| match part {
            Part::Text => Value::from(value.text()),
            Part::Integer => Value::from(value.integer()),
            Part::Conversions => Value::from(codec::conversions_text(value.conversions())),
        })
    })
}

/// One value for each of some rows.
enum Cells<'a> {
    Texts(Vec<Option<&'a str>>),
    Integers(Vec<Option<i64>>),
}

/// Writes rows of a statement, each with its line, by a text that has a parameter for each column.
pub(super) fn insert(
    tx: &mut Tx,
    query: &'static store::Query,
    id: StatementId,
    rows: &[(i64, [BorrowedValue<'_>; FIELDS_COUNT])],
) -> Result<()> {
    let lines: Vec<i64> = rows.iter().map(|(line, _)| *line).collect();
    let values = |index: usize| rows.iter().map(move |(_, values)| values[index]);
    let written = |(index, field): (usize, &Field)| -> Vec<Option<String>> {
        let conversions = values(index).filter(|_| field.kind.sort() == Sort::Conversions);
        conversions.map(|value| codec::conversions_text(value.conversions())).collect()
    };
    let written: Vec<_> = FIELDS.iter().enumerate().map(written).collect();
    let mut cells = Vec::new();
    for ((index, field), written) in FIELDS.iter().enumerate().zip(&written) {
        cells.extend(parts(field).iter().map(|part| match part {
            Part::Text => Cells::Texts(values(index).map(BorrowedValue::text).collect()),
            Part::Integer => Cells::Integers(values(index).map(BorrowedValue::integer).collect()),
            Part::Conversions => Cells::Texts(written.iter().map(Option::as_deref).collect()),
        }));
    }
    let mut columns = vec![Column::Same(Value::from(id.bytes())), Column::Integers(&lines)];
    columns.extend(cells.iter().map(|cells| match cells {
        Cells::Texts(texts) => Column::OptionalTexts(texts),
        Cells::Integers(integers) => Column::OptionalIntegers(integers),
    }));
    tx.insert_bulk(query, &columns).map(drop)
}

/// Reads the value of a field, with a text that is copied or stays in the row.
pub(super) fn value<'r, T: Text + From<&'r str>>(
    row: &'r Row,
    field: &'static Field,
) -> Result<FieldValue<T, Vec<Conversion>>> {
    let value = match (field.kind.sort(), field.columns) {
        (Sort::Text, [column]) => row.optional_text(column)?.map(|text| FieldValue::Text(T::from(text))),
        (Sort::Integer, [column]) => row.optional_integer(column)?.map(FieldValue::Integer),
        (Sort::Amount, [minor, text]) => codec::amount(row, minor, text)?.map(FieldValue::Amount),
        (Sort::Conversions, [column]) => {
            let conversions = codec::conversions(row.optional_text(column)?);
            Some(FieldValue::Conversions(conversions.map_err(|error| row.inconsistency(column, error))?))
        }
        _ => None,
    };
    let value = value.unwrap_or(FieldValue::Absent);
    if field.takes(&value) { Ok(value) } else { Err(row.inconsistency(field.name, "does not fit its field")) }
}
