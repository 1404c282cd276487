//! A change for many rows, row by row on one prepared statement.

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{CachedStatement, Connection};

use super::statement::error_of;
use crate::bulk::Column;
use crate::value::parameter_count;
use crate::{Query, StoreError};

/// Runs the change for each of `rows` rows, telling `unchanged` of those that it changed nothing for; how many rows
/// of the table were changed in all.
pub(crate) fn bulk(
    connection: &Connection,
    query: &'static Query,
    columns: &[Column<'_>],
    rows: usize,
    mut unchanged: impl FnMut(usize),
) -> Result<u64, StoreError> {
    let name = query.name();
    let failed = |error: rusqlite::Error| error_of(name, &error);
    let mut statement = connection.prepare_cached(query.sqlite_sql()).map_err(failed)?;
    let expected = statement.parameter_count();
    if expected != columns.len() {
        return Err(parameter_count(name, expected, columns.len()));
    }
    // A parameter stays bound from run to run, so the equal values of all rows are bound once.
    let mut varying = Vec::with_capacity(columns.len());
    for (index, column) in (1..).zip(columns) {
        match column {
            Column::Same(value) => statement.raw_bind_parameter(index, value).map_err(failed)?,
            column => varying.push((index, column)),
        }
    }
    let mut changed = 0;
    for row in 0..rows {
        for (index, column) in &varying {
            bind(&mut statement, *index, column, row).map_err(failed)?;
        }
        match statement.raw_execute().map_err(failed)? {
            0 => unchanged(row),
            count => changed += count as u64,
        }
    }
    Ok(changed)
}

fn bind(
    statement: &mut CachedStatement<'_>,
    index: usize,
    column: &Column<'_>,
    row: usize,
) -> rusqlite::Result<()> {
    let value = match column {
        Column::Same(_) => return Ok(()),
        Column::Integers(values) => ValueRef::Integer(values[row]),
        Column::OptionalIntegers(values) => values[row].map_or(ValueRef::Null, ValueRef::Integer),
        Column::Texts(values) => ValueRef::Text(values[row].as_bytes()),
        Column::OptionalTexts(values) => {
            values[row].map_or(ValueRef::Null, |text| ValueRef::Text(text.as_bytes()))
        }
        Column::Bytes(values) => ValueRef::Blob(values[row]),
    };
    statement.raw_bind_parameter(index, ToSqlOutput::Borrowed(value))
}
