//! The registry as people of the bank read it.

use std::collections::BTreeMap;

use area::Author;
use audit::{Actor, ENTRIES_MAX, Filter, StoredEntry};
use import::SEARCHED_ROWS_MAX;
use serde_json::{Map, Value, json};
use store::{Result, StoreError, Tx};

use super::action::{ActionError, RegistryTable, Source};
use super::{PeopleError, over};
use crate::state::{BankState, Call};

/// The most rows of one answer.
pub(crate) const ROWS_MAX: usize = 1_000;
/// The most entries of the history of one thing.
const HISTORY_MAX: u16 = 100;

#[derive(Debug)]
pub(crate) struct RowsRead {
    pub(crate) rows: Vec<Map<String, Value>>,
    /// The key of the last row, when there may be more.
    pub(crate) next_after: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct Having {
    pub(crate) column: String,
    pub(crate) value: String,
}

/// Reads the rows of a table after a key, all or those that have a value; the trail tells who has read how many.
pub(crate) async fn rows(
    call: &Call<Actor>,
    table: &RegistryTable,
    (after, limit, having): (&str, usize, Option<&Having>),
) -> Result<RowsRead, PeopleError> {
    let read = read(&call.state, table, (after, limit, having)).await?;
    let mut detail = json!({ "after": after, "rows": read.rows.len() });
    if let Some(Having { column, .. }) = having {
        // The value may be personal.
        detail["column"] = column.as_str().into();
    }
    note(call, table, detail).await?;
    Ok(read)
}

async fn read(
    state: &BankState,
    table: &RegistryTable,
    (after, limit, having): (&str, usize, Option<&Having>),
) -> Result<RowsRead, PeopleError> {
    let importer = match &table.source {
        Source::List(list, listed_max, _) => {
            let rows: Vec<_> = list(&state.store).await?.into_iter().filter_map(object).collect();
            if having.is_some() && rows.len() >= *listed_max {
                return Err(may_go_on(rows.len()).into());
            }
            return Ok(page(table, rows, (after, limit, having))?);
        }
        Source::File(importer) => importer.clone(),
    };
    if let Some(Having { column, .. }) = having
        && !importer.columns().iter().any(|known| known.name == column)
    {
        let message = format!("The query parameter `column` must be a column of {}", table.name);
        return Err(ActionError::Arguments(message).into());
    }
    let (after, having) = (after.to_owned(), having.cloned());
    let unit = move |tx: &mut Tx| match &having {
        None => import::rows_after(tx, importer.as_ref(), &after, limit).map(Some),
        Some(Having { column, value }) => {
            import::rows_where(tx, importer.as_ref(), (column, value), &after, limit)
        }
    };
    let found = state.store.read::<_, StoreError>("bank.registry_rows", unit).await?;
    let many = || {
        format!(
            "no index finds rows by this column, and the table has more than {SEARCHED_ROWS_MAX} to look through: \
             name a column that is `indexed`, or read it page by page"
        )
    };
    let found = found.ok_or_else(|| ActionError::Refused(many()))?;
    let next_after = found.last().filter(|_| found.len() == limit).map(|row| row.key.clone());
    Ok(RowsRead { rows: found.into_iter().map(|row| fields(row.cells)).collect(), next_after })
}

/// Cuts a page out of a list of the program's own, which has an order of its own.
fn page(
    table: &RegistryTable,
    rows: Vec<Map<String, Value>>,
    (after, limit, having): (&str, usize, Option<&Having>),
) -> Result<RowsRead, ActionError> {
    let gone = || {
        ActionError::Refused(format!(
            "{} has no row {after} any more: begin again without `after`",
            table.name
        ))
    };
    let begin = match after {
        "" => 0,
        _ => rows.iter().position(|row| key_of(table, row) == after).ok_or_else(gone)? + 1,
    };
    let has = |row: &Map<String, Value>| {
        having.is_none_or(|one| row.get(&one.column).is_some_and(|cell| text(cell) == one.value))
    };
    let rows: Vec<_> = rows.into_iter().skip(begin).filter(has).take(limit).collect();
    let next_after = rows.last().filter(|_| rows.len() == limit).map(|row| key_of(table, row));
    Ok(RowsRead { rows, next_after })
}

/// A row may be there and not be listed.
fn may_go_on(listed: usize) -> ActionError {
    ActionError::Refused(format!("the list may go on after its {listed} rows, and those alone are searched"))
}

/// Reads one row with its history, the newest entries first; the trail tells who has read it.
pub(crate) async fn row(
    call: &Call<Actor>,
    table: &RegistryTable,
    key: &str,
) -> Result<(Map<String, Value>, Vec<StoredEntry>), PeopleError> {
    let found = find(&call.state, table, key).await?;
    note(call, table, json!({ "key": key })).await?;
    Ok(found)
}

/// Writes into the trail who has read something that may be personal.
async fn note(Call { state, by }: &Call<Actor>, table: &RegistryTable, detail: Value) -> Result<()> {
    let object = ("registry_table", table.name);
    let author = Author::of_request(by.clone());
    let entry = author.entry(state.clock.now(), &*state.randomness, "registry.read", object).detail(detail);
    let unit = move |tx: &mut Tx| audit::operating_as(&over(), || audit::record(tx, entry.clone()));
    state.store.write("bank.registry_read", unit).await
}

async fn find(
    state: &BankState,
    table: &RegistryTable,
    key: &str,
) -> Result<(Map<String, Value>, Vec<StoredEntry>), PeopleError> {
    let importer = match &table.source {
        Source::List(list, listed_max, find_row) => {
            let rows: Vec<_> = list(&state.store).await?.into_iter().filter_map(object).collect();
            let listed = rows.len();
            let found = match (rows.into_iter().find(|row| key_of(table, row) == key), find_row) {
                (None, Some(find_row)) => find_row(&state.store, key).await?.and_then(object),
                (None, None) if listed >= *listed_max => return Err(may_go_on(listed).into()),
                (found, _) => found,
            };
            return Ok((found.ok_or(PeopleError::Absent("row"))?, Vec::new()));
        }
        Source::File(importer) => importer,
    };
    let (asked, text) = (importer.clone(), key.to_owned());
    let unit = move |tx: &mut Tx| import::row_of(tx, asked.as_ref(), &text);
    let found = state.store.read::<_, StoreError>("bank.registry_row", unit).await?;
    let found = found.ok_or(PeopleError::Absent("row"))?;
    let filter = Filter {
        object_kind: Some(importer.object().to_owned()),
        object_id: Some(found.object_id().to_owned()),
        ..Filter::default()
    };
    let history = audit::list(&state.store, &filter, HISTORY_MAX.min(ENTRIES_MAX)).await?;
    Ok((fields(found.cells), history))
}

/// The key of a row of a list, as rows of tables have theirs.
fn key_of(table: &RegistryTable, row: &Map<String, Value>) -> String {
    table.key.iter().filter_map(|name| row.get(*name).map(text)).collect::<Vec<_>>().join("/")
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn object(value: Value) -> Option<Map<String, Value>> {
    if let Value::Object(object) = value { Some(object) } else { None }
}

fn fields(cells: BTreeMap<String, String>) -> Map<String, Value> {
    cells.into_iter().map(|(name, cell)| (name, Value::String(cell))).collect()
}
