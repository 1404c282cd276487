//! Dynamic texts on SQLite: prepared, run and forgotten.

use rusqlite::Connection;

use super::{bind, error_of, rows_of};
use crate::columns::Columns;
use crate::{DynamicQuery, Result, Row};

/// The rows that `query` returns, at most `rows_max`.
pub(crate) fn query_dynamic(
    connection: &Connection,
    query: &DynamicQuery,
    rows_max: usize,
) -> Result<Vec<Row>> {
    let name = query.name();
    let mut statement = connection.prepare(&query.sqlite_text()).map_err(|error| error_of(name, &error))?;
    bind(name, &mut statement, query.parameters())?;
    let columns: Columns = statement.column_names().collect();
    rows_of(name, &mut statement, &columns, rows_max)
}
