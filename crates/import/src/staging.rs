//! Rows on their way: written as they are read, read again in the order of their keys.

use std::collections::HashMap;
use std::sync::Arc;

use store::{Column, Query, Result, Row, Side, Store, StoreError, Tx, Value, params};

use crate::limits::{BLOCK_ROWS_MAX, STAGED_AT_ONCE};
use crate::{Chunks, ImportError, ImportRow, TableImporter};

store::migrations! { "import": 1 "imports of many rows" "../migrations/0001_baseline.sql" }

store::queries! {
    STAGED_INSERT = "insert into import_rows (import_id, group_number, chunk_key, file_number, line, unique_value, \
        cells, row_number) \
        values ($1, $2, $3, $4, $5, $6, $7, $8)";
    /// The last key of the next chunk.
    STAGED_CHUNK = "select max(x.chunk_key) as last from (select chunk_key from import_rows \
        where import_id = $1 and group_number = $2 and chunk_key > $3 order by chunk_key limit $4) x";
    STAGED_ROWS = "select file_number, line, row_number, cells from import_rows where import_id = $1 \
        and group_number = $2 and chunk_key > $3 and chunk_key <= $4 \
        order by chunk_key, file_number, row_number limit $5";
    /// The rows of a file that begin at a line: whether there is one, or more than one.
    STAGED_AT_LINE = "select group_number, chunk_key from import_rows where import_id = $1 and file_number = $2 \
        and line = $3 limit 2";
    STAGED_COUNT = "select count(1) as staged from import_rows where import_id = $1";
    STAGED_BY_KEY = "select file_number, line, row_number, cells from import_rows where import_id = $1 \
        and group_number = $2 and chunk_key = $3 and file_number = $4 order by row_number limit $5";
    /// The row with a value that is kept apart.
    STAGED_BY_VALUE = "select file_number, line, row_number, cells from import_rows where import_id = $1 \
        and file_number = $2 and unique_value = $3 order by row_number limit 1";
    /// Values that are kept apart, in their order.
    STAGED_VALUES = "select unique_value, chunk_key, line, row_number from import_rows where import_id = $1 \
        and file_number = $2 and unique_value is not null and unique_value >= $3 \
        and (unique_value > $3 or row_number > $4) order by unique_value, row_number limit $5";
}

/// The table of the rows, which is emptied at once.
pub const TABLES: &[&str] = &["import_rows"];

/// Rows of a file of their own come first, their indexes afterwards: sorted once instead of row by row.
const WITHOUT_INDEXES: &str =
    "drop index if exists import_rows_by_key; drop index if exists import_rows_by_value;";
const WITH_INDEXES: &str = "create index if not exists import_rows_by_key
        on import_rows (import_id, group_number, chunk_key, file_number, line);
    create index if not exists import_rows_by_value
        on import_rows (import_id, file_number, unique_value, line) where unique_value is not null;";

#[derive(Clone, Copy, Debug)]
pub(crate) struct StagedFile {
    /// Its position among the files of the import.
    pub(crate) number: i64,
    /// The step in which its rows are applied.
    pub(crate) group: i64,
    /// The step of those that come last.
    pub(crate) last_group: i64,
    pub(crate) chunks: Chunks,
}

impl StagedFile {
    fn group_of(&self, row: &ImportRow) -> i64 {
        if self.chunks.comes_last(row) { self.last_group } else { self.group }
    }
}

#[derive(Debug)]
pub(crate) struct Staging {
    side: Side,
    import_id: i64,
}

/// A staged row and the number of its file.
pub(crate) type Numbered = (i64, ImportRow);

pub(crate) struct Block {
    pub(crate) last: String,
    pub(crate) rows: Vec<Numbered>,
}

/// The staged rows of a step of the plan, in the order in which they are applied.
pub(crate) struct StepRows<'a> {
    staging: &'a Staging,
    group: i64,
    columns: Arc<ColumnsOf>,
    key_rows_max: u32,
}

/// A value that no other row of its file may have.
pub(crate) struct Apart {
    pub(crate) value: String,
    pub(crate) line: u64,
    pub(crate) row_number: u64,
    pub(crate) key: String,
}

/// The names of columns, by the number of the file.
pub(crate) type ColumnsOf = HashMap<i64, &'static [crate::Column]>;

impl Staging {
    pub(crate) const fn new(side: Side, import_id: i64) -> Self {
        Self { side, import_id }
    }

    fn store(&self) -> &Store {
        self.side.store()
    }

    pub(crate) async fn begin(&self) -> Result<()> {
        self.side.empty(TABLES).await?;
        self.side.shape(WITHOUT_INDEXES).await
    }

    pub(crate) async fn finish(&self) -> Result<()> {
        self.side.shape(WITH_INDEXES).await
    }

    /// Writes rows of one file, at most [`STAGED_AT_ONCE`] with one statement.
    pub(crate) async fn write(
        &self,
        file: StagedFile,
        importer: &dyn TableImporter,
        rows: &[ImportRow],
    ) -> Result<()> {
        for part in rows.chunks(STAGED_AT_ONCE) {
            let batch = Staged::new(file, importer, part);
            let import_id = self.import_id;
            self.store().write_guarded("import.stage", move |tx| batch.write(tx, import_id)).await?;
        }
        Ok(())
    }

    /// The rows of a step of the plan, whose files have these columns and at most so many rows of one key.
    pub(crate) fn step(&self, step: usize, columns: Arc<ColumnsOf>, key_rows_max: u32) -> StepRows<'_> {
        StepRows { staging: self, group: number(step), columns, key_rows_max }
    }

    /// The rows of `file` that the values `names` name: of each key the first `rows_max`, of each value one.
    pub(crate) async fn named(
        &self,
        file: StagedFile,
        (by_value, rows_max): (bool, i64),
        names: Vec<String>,
        columns: &ColumnsOf,
    ) -> Result<Vec<(String, ImportRow)>> {
        let import_id = self.import_id;
        let (names, found) = self
            .store()
            .read("import.named", move |tx| {
                let texts: Vec<&str> = names.iter().map(String::as_str).collect();
                let (query, columns): (&'static Query, Vec<Column<'_>>) = if by_value {
                    let same = [import_id, file.number].map(|number| Column::Same(Value::Integer(number)));
                    let [import, number] = same;
                    (&STAGED_BY_VALUE, vec![import, number, Column::Texts(&texts)])
                } else {
                    let same = [import_id, file.group, file.number, rows_max]
                        .map(|number| Column::Same(Value::Integer(number)));
                    let [import, group, number, most] = same;
                    (&STAGED_BY_KEY, vec![import, group, Column::Texts(&texts), number, most])
                };
                let found = if texts.is_empty() { Vec::new() } else { tx.query_bulk(query, &columns)? };
                Ok::<_, StoreError>((names.clone(), found))
            })
            .await?;
        let of_name = |(position, row): &(usize, Row)| {
            let name = names.get(*position).cloned().unwrap_or_default();
            Ok((name, decoded(row, columns)?.1))
        };
        found.iter().map(of_name).collect()
    }

    /// The values of a file that are kept apart, after one and the number of its row.
    pub(crate) async fn values(&self, file: i64, after: (&str, u64), limit: i64) -> Result<Vec<Apart>> {
        let values = params![self.import_id, file, after.0, signed(after.1), limit];
        let rows = self.store().query(&STAGED_VALUES, values).await?;
        let read = |row: &Row| {
            let (value, key, (line, row_number)) = row.read()?;
            Ok(Apart { value, line, row_number, key })
        };
        rows.iter().map(read).collect()
    }

    /// The steps and keys of the rows of a file that begin at a line, two of them at most.
    pub(crate) async fn at_line(&self, file: i64, line: u64) -> Result<Vec<(usize, String)>> {
        let values = params![self.import_id, file, signed(line)];
        let found: Vec<(u64, String)> = self.store().select(&STAGED_AT_LINE, values).await?;
        let step = |number| usize::try_from(number).unwrap_or(usize::MAX);
        Ok(found.into_iter().map(|(number, key)| (step(number), key)).collect())
    }

    pub(crate) async fn count(&self) -> Result<u64> {
        Ok(self.store().select_optional(&STAGED_COUNT, params![self.import_id]).await?.unwrap_or(0))
    }

    pub(crate) async fn discard(self) -> Result<()> {
        self.side.discard(TABLES).await
    }

    /// Leaves the rows for the process that goes on.
    pub(crate) async fn close(self) {
        self.side.close().await;
    }
}

impl StepRows<'_> {
    /// Reads the next rows after the key `through`: `rows` of them, and those after that have the key of the last
    /// one, as long as they are not more than one key may have. `None` after the last row.
    pub(crate) async fn behind(&self, through: String, rows: usize) -> Result<Option<Block>, ImportError> {
        let (import_id, group, columns) = (self.staging.import_id, self.group, Arc::clone(&self.columns));
        let rows = i64::try_from(rows.min(BLOCK_ROWS_MAX)).unwrap_or(i64::MAX);
        // Before the rows of the last key stand fewer than `rows`, so that one too many of them is among these.
        let rows_max = rows + i64::from(self.key_rows_max);
        let read = move |tx: &mut Tx| {
            let end = tx.query_one(&STAGED_CHUNK, params![import_id, group, through.as_str(), rows])?;
            let Some(last) = end.optional_text("last")?.map(str::to_owned) else { return Ok(None) };
            let range = params![import_id, group, through.as_str(), last.as_str(), rows_max];
            let found = tx.query(&STAGED_ROWS, range)?;
            let rows = found.iter().map(|row| decoded(row, &columns)).collect::<Result<_>>()?;
            Ok(Some(Block { last, rows }))
        };
        self.staging.store().read("import.block", read).await
    }
}

struct Staged {
    file: StagedFile,
    groups: Vec<i64>,
    keys: Vec<String>,
    lines: Vec<i64>,
    row_numbers: Vec<i64>,
    values: Vec<Option<String>>,
    cells: Vec<Vec<u8>>,
}

impl Staged {
    fn new(file: StagedFile, importer: &dyn TableImporter, rows: &[ImportRow]) -> Self {
        let value =
            |row: &ImportRow| file.chunks.unique.and_then(|column| row.optional(column)).map(str::to_owned);
        Self {
            file,
            groups: rows.iter().map(|row| file.group_of(row)).collect(),
            keys: rows.iter().map(|row| file.chunks.key(row).to_owned()).collect(),
            lines: rows.iter().map(|row| signed(row.line())).collect(),
            row_numbers: rows.iter().map(|row| signed(row.row_number())).collect(),
            values: rows.iter().map(value).collect(),
            cells: rows.iter().map(|row| encoded(row, importer.columns())).collect(),
        }
    }

    fn write(&self, tx: &mut Tx, import_id: i64) -> Result<()> {
        let same = |number: i64| Column::Same(Value::Integer(number));
        let keys: Vec<&str> = self.keys.iter().map(String::as_str).collect();
        let values: Vec<Option<&str>> = self.values.iter().map(Option::as_deref).collect();
        let cells: Vec<&[u8]> = self.cells.iter().map(Vec::as_slice).collect();
        let columns = [
            same(import_id),
            Column::Integers(&self.groups),
            Column::Texts(&keys),
            same(self.file.number),
            Column::Integers(&self.lines),
            Column::OptionalTexts(&values),
            Column::Bytes(&cells),
            Column::Integers(&self.row_numbers),
        ];
        tx.insert_bulk(&STAGED_INSERT, &columns).map(drop)
    }
}

/// The cells of a row, each with the position of its column and its length before it.
fn encoded(row: &ImportRow, columns: &[crate::Column]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (index, column) in (0_u8..).zip(columns) {
        if let Some(cell) = row.optional(column.name) {
            bytes.push(index);
            // Four bytes hold more than the most bytes of a cell.
            bytes.extend(u32::try_from(cell.len()).unwrap_or(u32::MAX).to_be_bytes());
            bytes.extend(cell.as_bytes());
        }
    }
    bytes
}

fn decoded(row: &Row, columns: &ColumnsOf) -> Result<Numbered> {
    let (number, (line, row_number), bytes): (i64, (u64, u64), &[u8]) = row.read()?;
    let columns = columns.get(&number).copied().unwrap_or_default();
    let cells =
        cells(bytes, columns).ok_or_else(|| row.inconsistency("cells", "are not as they were written"))?;
    Ok((number, ImportRow::new(line, cells).numbered(row_number)))
}

/// The number by which the database has the file or the step at a position of the plan.
pub(crate) fn number(position: usize) -> i64 {
    i64::try_from(position).unwrap_or(i64::MAX)
}

/// A line or the number of a row, as the table has it.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn cells(mut bytes: &[u8], columns: &[crate::Column]) -> Option<Vec<(&'static str, String)>> {
    let mut cells = Vec::with_capacity(columns.len());
    while let Some((index, rest)) = bytes.split_first() {
        let (length, rest) = rest.split_first_chunk::<4>()?;
        let (cell, rest) = rest.split_at_checked(usize::try_from(u32::from_be_bytes(*length)).ok()?)?;
        let name = columns.get(usize::from(*index))?.name;
        cells.push((name, std::str::from_utf8(cell).ok()?.to_owned()));
        bytes = rest;
    }
    Some(cells)
}
