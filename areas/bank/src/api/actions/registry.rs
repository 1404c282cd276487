//! `/bank/v1/registry`: tables, their rows, and one row with its history.

use axum::Json;
use edge::{AreaPath, AreaQuery, Description, EdgeError, FromQuery, QueryList};
use serde::Deserialize;
use utoipa::IntoParams;

use super::wire::{BankRow, BankRows, BankTables};
use crate::api::caller::RegistryReader;
use crate::api::error::BankError;
use crate::api::examples;
use crate::work::actions::{Having, ROWS_MAX, row, rows};

/// List the tables
///
/// The tables that files fill (docs/IMPORT.md), and short lists of the program's own. People of the bank who change
/// something or have the role `read` read them, and systems of the role `registry`.
#[utoipa::path(
    get,
    path = "/bank/v1/registry",
    tag = "Registry",
    responses((status = 200, description = "The tables.", body = BankTables, example = json!(examples::tables()))),
)]
pub(in crate::api) async fn list_tables(RegistryReader(call): RegistryReader) -> Json<BankTables> {
    Json(BankTables { tables: call.state.administration.tables.iter().map(Into::into).collect() })
}

/// A table.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::api) struct TablePath {
    /// The name of the table.
    #[param(example = "companies")]
    table: String,
}

/// The rows that a request asks for.
#[derive(Debug)]
pub(in crate::api) struct RowsAsked {
    after: String,
    limit: usize,
    having: Option<Having>,
}

/// The parameters as they are described.
#[derive(IntoParams)]
#[expect(dead_code, reason = "a description; the values are read by `from_query`")]
struct RowsParameters {
    /// The key after which to begin: `nextAfter` of the last answer.
    #[param(example = "C00001")]
    after: Option<String>,
    /// Only rows that have `value` in this column of the table.
    #[param(example = "inn")]
    column: Option<String>,
    /// The whole value, as rows show it.
    #[param(example = "7707083893")]
    value: Option<String>,
    /// The most rows.
    #[param(minimum = 1, maximum = 1000, default = 100, example = 100)]
    limit: Option<i32>,
}

impl FromQuery<BankError> for RowsAsked {
    fn from_query(query: &QueryList<BankError>) -> Result<Self, BankError> {
        let limit_max = i32::try_from(ROWS_MAX).unwrap_or(i32::MAX);
        let limit = query.int32("limit", 1..=limit_max)?.unwrap_or(100);
        let after = query.single("after")?.unwrap_or_default().to_owned();
        let having = match (query.single("column")?, query.single("value")?) {
            (None, None) => None,
            (Some(column), Some(value)) => {
                Some(Having { column: column.to_owned(), value: value.to_owned() })
            }
            _ => return Err(EdgeError::malformed("`column` and `value` belong together").into()),
        };
        Ok(Self { having, after, limit: usize::try_from(limit).unwrap_or(ROWS_MAX) })
    }

    fn describe(description: &mut Description<'_>) {
        description.query::<RowsParameters>();
    }
}

/// List the rows of a table
///
/// In the order of their keys, or of a list of the program's own. With `column` and `value` those that have the value:
/// of a column that the list of tables calls `indexed` in any table, of another one in a table of up to 2,000 rows. A
/// list of the program's own that may go on after the rows it has is not searched.
#[utoipa::path(
    get,
    path = "/bank/v1/registry/{table}",
    tag = "Registry",
    responses((status = 200, description = "The rows.", body = BankRows, example = json!(examples::rows()))),
)]
pub(in crate::api) async fn list_rows(
    RegistryReader(call): RegistryReader,
    AreaPath(path, _): AreaPath<BankError, TablePath>,
    AreaQuery(asked, _): AreaQuery<BankError, RowsAsked>,
) -> Result<Json<BankRows>, BankError> {
    let table = super::table(&call.state, &path.table)?;
    let found = rows(&call, table, (&asked.after, asked.limit, asked.having.as_ref())).await?;
    Ok(Json(BankRows { rows: found.rows, next_after: found.next_after }))
}

/// A row of a table.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::api) struct RowPath {
    /// The name of the table.
    #[param(example = "companies")]
    table: String,
    /// The cells of the row's key, with `%2F` between them where there are several.
    #[param(example = "C00001")]
    key: String,
}

/// One row with its history
///
/// The history is what the trail has of it: who changed what, when, and who approved it.
#[utoipa::path(
    get,
    path = "/bank/v1/registry/{table}/{key}",
    tag = "Registry",
    responses((status = 200, description = "The row.", body = BankRow, example = json!(examples::row()))),
)]
pub(in crate::api) async fn get_row(
    RegistryReader(call): RegistryReader,
    AreaPath(path, _): AreaPath<BankError, RowPath>,
) -> Result<Json<BankRow>, BankError> {
    let (row, history) = row(&call, super::table(&call.state, &path.table)?, &path.key).await?;
    Ok(Json(BankRow { row, history: history.into_iter().map(Into::into).collect() }))
}
