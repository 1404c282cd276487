//! Many rows of a declared table at once.

use super::{ColumnPart, ColumnType, Table, TableRow};
use crate::bulk::Gathered;
use crate::{Column, Query, Result, Tx};

impl Tx {
    /// Inserts rows by a text that begins with [`TableRow::INSERT`], and tells how many there are now.
    pub fn insert_rows<'row, T>(&mut self, query: &'static Query, rows: &[&T]) -> Result<u64>
    where
        T: TableRow<'row>,
    {
        if rows.is_empty() {
            return Ok(0);
        }
        with_columns(rows, |columns| self.insert_bulk(query, columns))
    }

    /// Changes rows by a text that begins with [`TableRow::SET`], and returns the positions of those that are as they
    /// were.
    pub fn update_rows<'row, T>(&mut self, query: &'static Query, rows: &[&T]) -> Result<Vec<usize>>
    where
        T: TableRow<'row>,
    {
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        with_columns(rows, |columns| self.update_bulk(query, columns))
    }
}

/// Tells whether every column has a form for many rows: one of bytes or booleans that may be NULL has none.
const fn has_bulk_form(table: &Table) -> bool {
    let mut index = 0;
    while index < table.columns.len() {
        let (_, kind, is_optional) = table.columns[index];
        if is_optional && matches!(kind, ColumnType::Bytes | ColumnType::Boolean) {
            return false;
        }
        index += 1;
    }
    true
}

fn with_columns<'row, T: TableRow<'row>, R>(rows: &[&T], run: impl FnOnce(&[Column<'_>]) -> R) -> R {
    const { assert!(has_bulk_form(&T::TABLE), "a column that may be NULL has no form for many rows") };
    let parts: Vec<Vec<ColumnPart<'_>>> = rows.iter().map(|row| row.parts()).collect();
    let columns = T::TABLE.columns.iter().enumerate();
    let values: Vec<Gathered<'_>> =
        columns.map(|(place, (_, kind, is_optional))| values(&parts, place, *kind, *is_optional)).collect();
    let columns: Vec<Column<'_>> = values.iter().map(Gathered::column).collect();
    run(&columns)
}

/// Gathers a column, whose parts all have its type.
fn values<'a>(
    parts: &'a [Vec<ColumnPart<'a>>],
    place: usize,
    kind: ColumnType,
    is_optional: bool,
) -> Gathered<'a> {
    let column = parts.iter().filter_map(move |row| row.get(place));
    let integer =
        |part: &ColumnPart<'_>| if let ColumnPart::Integer(value) = part { Some(*value) } else { None };
    let text =
        |part: &'a ColumnPart<'a>| if let ColumnPart::Text(value) = part { Some(&**value) } else { None };
    match (kind, is_optional) {
        (ColumnType::Integer, true) => Gathered::OptionalIntegers(column.map(integer).collect()),
        (ColumnType::Integer, false) => Gathered::Integers(column.filter_map(integer).collect()),
        (ColumnType::Text, true) => Gathered::OptionalTexts(column.map(text).collect()),
        (ColumnType::Text, false) => Gathered::Texts(column.filter_map(text).collect()),
        (ColumnType::Boolean, _) => {
            Gathered::Booleans(column.map(|part| matches!(part, ColumnPart::Boolean(true))).collect())
        }
        (ColumnType::Bytes, _) => Gathered::Bytes(
            column.map(|part| if let ColumnPart::Bytes(bytes) = part { *bytes } else { &[] }).collect(),
        ),
    }
}
