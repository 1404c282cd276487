//! Rows as lines of an archive.

use kernel::hexadecimal;
use serde_json::Value as Json;
use store::{ColumnType, Result, Row, Tx, Value};

use crate::Table;

pub type Column = (&'static str, ColumnType);

/// The rows of one table as they go into a file.
#[derive(Clone, Debug)]
pub struct RenderedTable {
    pub table: &'static Table,
    /// The rows as they are in the database.
    pub rows: Vec<Row>,
    lines: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct ArchivedRow {
    pub table: String,
    pub values: serde_json::Map<String, Json>,
}

impl ArchivedRow {
    pub(crate) fn read(line: &str) -> Option<Self> {
        let Ok(Json::Object(mut line)) = serde_json::from_str::<Json>(line) else { return None };
        match (line.remove("table"), line.remove("row")) {
            (Some(Json::String(table)), Some(Json::Object(values))) => Some(Self { table, values }),
            _ => None,
        }
    }

    /// Returns the text in a column, or nothing.
    pub fn text(&self, column: &str) -> Option<&str> {
        self.values.get(column)?.as_str()
    }

    /// Returns the number in a column, or nothing.
    pub fn integer(&self, column: &str) -> Option<i64> {
        self.values.get(column)?.as_i64()
    }
}

/// Reads the rows of each table by its keys.
pub(crate) fn read_tables(
    tx: &mut Tx,
    tables: &'static [Table],
    keys: &[Vec<Key>],
) -> Result<Vec<RenderedTable>> {
    let mut read = Vec::with_capacity(tables.len());
    for (table, keys) in tables.iter().zip(keys) {
        let found = if keys.is_empty() { Vec::new() } else { tx.query_many(table.rows, keys)? };
        let rows: Vec<Row> = found.into_iter().map(|(_, row)| row).collect();
        let mut lines: Vec<String> = rows.iter().map(|row| line_of(table, row)).collect::<Result<_>>()?;
        // The engines may return the rows of one key in any order.
        lines.sort_unstable();
        read.push(RenderedTable { table, rows, lines });
    }
    Ok(read)
}

/// Returns the content of a file: a line for each row.
pub(crate) fn content(tables: &[RenderedTable]) -> String {
    let lines = || tables.iter().flat_map(|table| &table.lines);
    let mut content = String::with_capacity(lines().map(|line| line.len() + 1).sum());
    for line in lines() {
        content.push_str(line);
        content.push('\n');
    }
    content
}

/// `{"table":"postings","row":{"entry_id":"0198…","line":1,…}}`.
fn line_of(table: &Table, row: &Row) -> Result<String> {
    let mut line = String::with_capacity(256);
    line.push_str("{\"table\":\"");
    line.push_str(table.name);
    line.push_str("\",\"row\":{");
    for (place, (name, kind)) in table.columns.iter().enumerate() {
        line.push_str(if place == 0 { "\"" } else { ",\"" });
        line.push_str(name);
        line.push_str("\":");
        line.push_str(&value_of(row, name, *kind)?.to_string());
    }
    line.push_str("}}");
    Ok(line)
}

fn value_of(row: &Row, name: &str, kind: ColumnType) -> Result<Json> {
    Ok(match kind {
        ColumnType::Integer => row.optional_integer(name)?.map_or(Json::Null, Json::from),
        ColumnType::Text => row.optional_text(name)?.map_or(Json::Null, Json::from),
        ColumnType::Bytes => {
            row.optional_bytes(name)?.map_or(Json::Null, |bytes| Json::from(hexadecimal(bytes)))
        }
        ColumnType::Boolean => row.optional_boolean(name)?.map_or(Json::Null, Json::from),
    })
}

/// The values by which the rows of one thing are found, in the order of the parameters of its table's texts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key(pub Vec<Value>);

impl AsRef<[Value]> for Key {
    fn as_ref(&self) -> &[Value] {
        &self.0
    }
}
