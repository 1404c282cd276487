//! A change or reading for many rows, row by row on one prepared statement.

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{CachedStatement, Connection};

use super::statement::{columns_of, error_of, rows_of};
use crate::bulk::Column;
use crate::value::parameter_count;
use crate::{Query, Result, Row};

/// Runs the change for each of `rows` rows, telling `unchanged` of those that it changed nothing for; how many rows
/// of the table were changed in all.
pub(crate) fn bulk(
    connection: &Connection,
    query: &'static Query,
    columns: &[Column<'_>],
    rows: usize,
    mut unchanged: impl FnMut(usize),
) -> Result<u64> {
    let name = query.name();
    let failed = |error: rusqlite::Error| error_of(name, &error);
    let (mut statement, varying) = prepared(connection, query, columns)?;
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

/// Runs the reading for each of `rows` rows; the rows it finds with the position of the value, `rows_max` at most.
pub(crate) fn query_bulk(
    connection: &Connection,
    query: &'static Query,
    columns: &[Column<'_>],
    rows: usize,
    rows_max: usize,
) -> Result<Vec<(usize, Row)>> {
    let name = query.name();
    let (mut statement, varying) = prepared(connection, query, columns)?;
    let names = query.sqlite_columns().get_or_init(|| columns_of(&statement)).clone();
    let mut found = Vec::new();
    for row in 0..rows {
        for (index, column) in &varying {
            bind(&mut statement, *index, column, row).map_err(|error| error_of(name, &error))?;
        }
        let left = rows_max - found.len();
        found.extend(rows_of(name, &mut statement, &names, left)?.into_iter().map(|one| (row, one)));
    }
    Ok(found)
}

/// The columns that differ from row to row, with the numbers of their parameters.
type Varying<'columns, 'values> = Vec<(usize, &'columns Column<'values>)>;

/// The statement, with what is the same for all rows bound: a parameter stays bound from run to run.
fn prepared<'connection, 'columns, 'values>(
    connection: &'connection Connection,
    query: &'static Query,
    columns: &'columns [Column<'values>],
) -> Result<(CachedStatement<'connection>, Varying<'columns, 'values>)> {
    let name = query.name();
    let failed = |error: rusqlite::Error| error_of(name, &error);
    let mut statement = connection.prepare_cached(query.sqlite_sql()).map_err(failed)?;
    let expected = statement.parameter_count();
    if expected != columns.len() {
        return Err(parameter_count(name, expected, columns.len()));
    }
    let mut varying = Vec::with_capacity(columns.len());
    for (index, column) in (1..).zip(columns) {
        match column {
            Column::Same(value) => statement.raw_bind_parameter(index, value).map_err(failed)?,
            column => varying.push((index, column)),
        }
    }
    Ok((statement, varying))
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
        Column::Booleans(values) => ValueRef::Integer(i64::from(values[row])),
        Column::Texts(values) => ValueRef::Text(values[row].as_bytes()),
        Column::OptionalTexts(values) => {
            values[row].map_or(ValueRef::Null, |text| ValueRef::Text(text.as_bytes()))
        }
        Column::Bytes(values) => ValueRef::Blob(values[row]),
    };
    statement.raw_bind_parameter(index, ToSqlOutput::Borrowed(value))
}
