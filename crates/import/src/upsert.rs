//! Insert or update, and know which.

use store::{Query, Result, TableRow, Tx, Value};

use crate::RowOutcome;

/// Inserts a row, or updates the one that is there. Both texts take the same `values`: `insert` ends in `on conflict
/// (key) do nothing`, `update` names the key and ends in `and (columns) is distinct from (values)`, so that a row
/// that is right already is left alone.
pub fn upsert(
    tx: &mut Tx,
    insert: &'static Query,
    update: &'static Query,
    values: &[Value],
) -> Result<RowOutcome> {
    if tx.execute(insert, values.to_vec())? == 1 {
        return Ok(RowOutcome::Created);
    }
    let changed = tx.execute(update, values.to_vec())?;
    Ok(if changed == 0 { RowOutcome::Unchanged } else { RowOutcome::Changed })
}

/// Does the same with a declared row: `insert` begins with its [`TableRow::INSERT`], and `update` is its
/// [`TableRow::SET`] and [`TableRow::DIFFERS`].
pub fn upsert_row<'row>(
    tx: &mut Tx,
    insert: &'static Query,
    update: &'static Query,
    row: &impl TableRow<'row>,
) -> Result<RowOutcome> {
    upsert(tx, insert, update, &row.values())
}
