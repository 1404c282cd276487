//! Statements, parameters, rows and errors of SQLite.

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{CachedStatement, Connection, ErrorCode, Statement, ToSql, ffi};

use crate::columns::Columns;
use crate::row::RowBuilder;
use crate::value::parameter_count;
use crate::{DynamicQuery, Query, Result, Row, StoreError, Value};

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Integer(integer) => ValueRef::Integer(*integer),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Bytes(bytes) => ValueRef::Blob(bytes),
            Self::Boolean(boolean) => ValueRef::Integer(i64::from(*boolean)),
        }))
    }
}

/// The rows that `query` returns, at most `rows_max`.
pub(crate) fn query(
    connection: &Connection,
    query: &'static Query,
    parameters: &[Value],
    rows_max: usize,
) -> Result<Vec<Row>> {
    let name = query.name();
    let mut statement = bound(connection, query, parameters)?;
    let columns = query.sqlite_columns().get_or_init(|| columns_of(&statement)).clone();
    rows_of(name, &mut statement, &columns, rows_max)
}

/// The rows that a text which is prepared, run and forgotten returns, at most `rows_max`.
pub(crate) fn query_dynamic(
    connection: &Connection,
    query: &DynamicQuery,
    rows_max: usize,
) -> Result<Vec<Row>> {
    let name = query.name();
    let mut statement = connection.prepare(&query.sqlite_text()).map_err(|error| error_of(name, &error))?;
    bind(name, &mut statement, query.parameters())?;
    let columns = columns_of(&statement);
    rows_of(name, &mut statement, &columns, rows_max)
}

/// Runs a change and tells how many rows it changed.
pub(crate) fn execute(connection: &Connection, query: &'static Query, parameters: &[Value]) -> Result<u64> {
    let changed = bound(connection, query, parameters)?.raw_execute();
    changed.map(|changed| changed as u64).map_err(|error| error_of(query.name(), &error))
}

/// Runs statements without parameters and results.
pub(crate) fn batch(connection: &Connection, sql: &str) -> Result<()> {
    connection.execute_batch(sql).map_err(|error| error_of("batch", &error))
}

/// Runs a statement without parameters and results that steers a transaction, prepared once.
pub(super) fn control(connection: &Connection, sql: &str) -> Result<()> {
    let run = |sql: &str| connection.prepare_cached(sql)?.raw_execute().map(drop);
    run(sql).map_err(|error| error_of("transaction", &error))
}

/// Explains the access path of the query, line by line. Parameters without a value are no hindrance.
pub(super) fn plan(connection: &Connection, query: &'static Query) -> Result<Vec<String>> {
    let lines = || {
        // A statement that is only explained does not look whether the tables have changed since the connection last
        // did.
        connection.query_row("select count(*) from sqlite_schema", [], |_| Ok(()))?;
        let mut explained = connection.prepare(&format!("explain query plan {}", query.sqlite_sql()))?;
        let mut rows = explained.raw_query();
        let mut lines = Vec::new();
        while let Some(row) = rows.next()? {
            lines.push(row.get("detail")?);
        }
        Ok(lines)
    };
    lines().map_err(|error| error_of(query.name(), &error))
}

/// The rows of a statement whose parameters are bound, at most `rows_max`.
pub(super) fn rows_of(
    name: &'static str,
    statement: &mut Statement<'_>,
    columns: &Columns,
    rows_max: usize,
) -> Result<Vec<Row>> {
    let mut cursor = statement.raw_query();
    let mut rows = Vec::new();
    while let Some(row) = cursor.next().map_err(|error| error_of(name, &error))? {
        if rows.len() == rows_max {
            return Err(StoreError::RowsReturned { query: name, returned: rows_max + 1 });
        }
        let mut built = RowBuilder::new(name, columns);
        for index in 0..columns.len() {
            let inconsistency = |reason: String| StoreError::Inconsistency {
                query: name,
                column: columns.name(index),
                reason,
            };
            match row.get_ref(index).map_err(|error| error_of(name, &error))? {
                ValueRef::Null => built.null(),
                ValueRef::Integer(integer) => built.integer(integer),
                ValueRef::Text(text) => built.text(text).map_err(|error| inconsistency(error.to_string()))?,
                ValueRef::Blob(bytes) => built.bytes(bytes),
                ValueRef::Real(_) => return Err(inconsistency("is a binary fraction".to_owned())),
            }
        }
        rows.push(built.build());
    }
    Ok(rows)
}

fn bound<'connection>(
    connection: &'connection Connection,
    query: &'static Query,
    parameters: &[Value],
) -> Result<CachedStatement<'connection>> {
    let name = query.name();
    let mut statement =
        connection.prepare_cached(query.sqlite_sql()).map_err(|error| error_of(name, &error))?;
    bind(name, &mut statement, parameters)?;
    Ok(statement)
}

fn bind(name: &'static str, statement: &mut Statement<'_>, parameters: &[Value]) -> Result<()> {
    let expected = statement.parameter_count();
    if expected != parameters.len() {
        return Err(parameter_count(name, expected, parameters.len()));
    }
    for (number, parameter) in (1_usize..).zip(parameters) {
        statement.raw_bind_parameter(number, parameter).map_err(|error| error_of(name, &error))?;
    }
    Ok(())
}

pub(super) fn columns_of(statement: &Statement<'_>) -> Columns {
    statement.column_names().collect()
}

pub(super) fn error_of(query: &'static str, error: &rusqlite::Error) -> StoreError {
    let reason = error.to_string();
    let extended = error.sqlite_extended_error_code();
    match error.sqlite_error_code() {
        Some(ErrorCode::ConstraintViolation) => match extended {
            Some(ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY) => {
                StoreError::Unique { query, constraint: reason }
            }
            _ => StoreError::Constraint { query, constraint: reason },
        },
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy(reason),
        Some(
            ErrorCode::SystemIoFailure
            | ErrorCode::DiskFull
            | ErrorCode::CannotOpen
            | ErrorCode::DatabaseCorrupt
            | ErrorCode::NotADatabase
            | ErrorCode::PermissionDenied
            | ErrorCode::OutOfMemory,
        ) => StoreError::Unavailable(reason),
        _ => StoreError::Other { query, reason },
    }
}

#[cfg(test)]
mod tests;
