//! Dynamic texts on SQLite: prepared, run and forgotten.

use rusqlite::Connection;

use super::{error_of, rows_of};
use crate::columns::Columns;
use crate::value::parameter_count;
use crate::{DynamicQuery, Result, Row};

/// The rows that `query` returns, at most `rows_max`.
pub(crate) fn query_dynamic(
    connection: &Connection,
    query: &DynamicQuery,
    rows_max: usize,
) -> Result<Vec<Row>> {
    let name = query.name();
    let mut statement = connection.prepare(query.sqlite_text()).map_err(|error| error_of(name, &error))?;
    let (expected, given) = (statement.parameter_count(), query.parameters().len());
    if expected != given {
        return Err(parameter_count(name, expected, given));
    }
    for (index, parameter) in query.parameters().iter().enumerate() {
        statement.raw_bind_parameter(index + 1, parameter).map_err(|error| error_of(name, &error))?;
    }
    let columns: Columns = statement.column_names().collect();
    rows_of(name, &mut statement, &columns, rows_max)
}
