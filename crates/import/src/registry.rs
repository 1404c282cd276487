//! Rows of the tables that files fill, for people who look things up (LIF-06).

use std::collections::BTreeMap;

use store::{Query, Result, Tx, Value};

use crate::traced::stored;
use crate::{ImportRow, TableImporter};

/// Between the cells of a key, as the trail has them.
const KEY_SEPARATOR: char = '/';

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRow {
    /// The cells of its key with a slash between them.
    pub key: String,
    /// Its values by name, those of its key first; a list has a space between its items, a secret is `set`.
    pub cells: BTreeMap<String, String>,
}

impl StoredRow {
    /// The identifier by which the trail knows it.
    pub fn object_id(&self) -> &str {
        self.cells.get("object_id").map_or(&self.key, String::as_str)
    }
}

/// Reads the rows after a key, at most `limit`; from the first one on when the key is empty. A table that is not listed
/// has none.
pub fn rows_after(
    tx: &mut Tx,
    importer: &dyn TableImporter,
    after: &str,
    limit: usize,
) -> Result<Vec<StoredRow>> {
    match importer.listed() {
        Some(listed) => keyed(tx, importer, (listed, Vec::new()), after, limit),
        None => Ok(Vec::new()),
    }
}

/// The most rows that a search looks through where no index finds them.
pub const SEARCHED_ROWS_MAX: usize = 2_000;
const LOOKED_AT_ONCE: usize = 500;

/// Like [`rows_after`], of rows that have a value in a column; `None` where no index finds them and there are more than
/// [`SEARCHED_ROWS_MAX`].
pub fn rows_where(
    tx: &mut Tx,
    importer: &dyn TableImporter,
    (column, value): (&str, &str),
    after: &str,
    limit: usize,
) -> Result<Option<Vec<StoredRow>>> {
    if let Some((_, query)) = importer.found_by().iter().find(|(name, _)| *name == column) {
        return keyed(tx, importer, (query, vec![Value::from(value)]), after, limit).map(Some);
    }
    let (mut after, mut found) = (after.to_owned(), Vec::new());
    for _ in 0..SEARCHED_ROWS_MAX / LOOKED_AT_ONCE {
        let rows = rows_after(tx, importer, &after, LOOKED_AT_ONCE)?;
        let last = rows.last().filter(|_| rows.len() == LOOKED_AT_ONCE).map(|row| row.key.clone());
        found.extend(rows.into_iter().filter(|row| row.cells.get(column).is_some_and(|cell| cell == value)));
        match last {
            Some(last) if found.len() < limit => after = last,
            _ => {
                found.truncate(limit);
                return Ok(Some(found));
            }
        }
    }
    Ok(rows_after(tx, importer, &after, 1)?.is_empty().then_some(found))
}

fn keyed(
    tx: &mut Tx,
    importer: &dyn TableImporter,
    (query, mut values): (&'static Query, Vec<Value>),
    after: &str,
    limit: usize,
) -> Result<Vec<StoredRow>> {
    let columns = importer.key();
    let mut cells = after.splitn(columns.len(), KEY_SEPARATOR);
    values.extend(columns.iter().map(|_| Value::from(cells.next().unwrap_or_default())));
    values.push(i64::try_from(limit).unwrap_or(i64::MAX).into());
    let keys = tx.query(query, values)?;
    let key = |row: &store::Row| columns.iter().map(|name| Ok(row.text(name)?.to_owned())).collect();
    let keys: Result<Vec<Vec<String>>> = keys.iter().map(key).collect();
    read(tx, importer, keys?)
}

pub fn row_of(tx: &mut Tx, importer: &dyn TableImporter, key: &str) -> Result<Option<StoredRow>> {
    let cells: Vec<String> = key.splitn(importer.key().len(), KEY_SEPARATOR).map(str::to_owned).collect();
    if cells.len() != importer.key().len() {
        return Ok(None);
    }
    Ok(read(tx, importer, vec![cells])?.pop())
}

fn read(tx: &mut Tx, importer: &dyn TableImporter, keys: Vec<Vec<String>>) -> Result<Vec<StoredRow>> {
    let columns = importer.key();
    let row = |cells: &Vec<String>| ImportRow::new(0, columns.iter().copied().zip(cells.iter().cloned()));
    let rows: Vec<ImportRow> = keys.iter().map(row).collect();
    let places: Vec<usize> = (0..rows.len()).collect();
    let mut found = stored(tx, importer, &rows, &places)?;
    let whole = |(place, key): (usize, Vec<String>)| {
        let mut cells = found.remove(&place)?;
        for secret in importer.secrets() {
            if let Some(cell) = cells.get_mut(*secret).filter(|cell| !cell.is_empty()) {
                "set".clone_into(cell);
            }
        }
        cells.extend(columns.iter().map(ToString::to_string).zip(key.iter().cloned()));
        Some(StoredRow { key: key.join(&KEY_SEPARATOR.to_string()), cells })
    };
    Ok(keys.into_iter().enumerate().filter_map(whole).collect())
}
