//! One unit: read, and later deleted in one unit of work that reads it again.

use std::sync::Arc;

use kernel::{Clock, Instant};
use store::{Store, Tx};

use crate::hex::{hex, sha256};
use crate::rows::{RenderedTable, content, read_tables};
use crate::step::{Archived, Note, Step, Watch};
use crate::store::{NotedUnit, note};
use crate::{Cut, Key, Kind, RetentionError};

/// Rows of one unit, read in one snapshot.
pub(crate) struct ReadUnit {
    pub(crate) keys: Vec<Vec<Key>>,
    pub(crate) content: String,
    pub(crate) rows: Vec<(String, i64)>,
    pub(crate) from: Instant,
    pub(crate) through: Instant,
}

/// Reads the next unit; `None` when nothing of the kind is over its time.
pub(crate) async fn read_unit(
    store: &Store,
    kind: &'static Kind,
    cut: Cut,
) -> Result<Option<ReadUnit>, RetentionError> {
    let read = move |tx: &mut Tx| -> Result<Option<ReadUnit>, RetentionError> {
        let gathered = (kind.gather)(tx, &cut)?;
        let (Some(from), Some(through)) = (gathered.from, gathered.through) else { return Ok(None) };
        let tables = read_tables(tx, kind.tables, &gathered.keys)?;
        let unit =
            ReadUnit { content: content(&tables), rows: counts(&tables), keys: gathered.keys, from, through };
        Ok(Some(unit).filter(|unit| !unit.content.is_empty()))
    };
    store.read("retention.gather", read).await
}

/// A unit whose file is durable, verified and in the manifest.
pub(crate) struct Durable {
    pub(crate) kind: &'static Kind,
    pub(crate) cut: Cut,
    pub(crate) keys: Vec<Vec<Key>>,
    pub(crate) content_sha256: String,
    pub(crate) noted: NotedUnit,
    pub(crate) archived: Archived,
}

/// Deletes the rows of a unit, unless one of them changed since its file was written.
pub(crate) async fn delete_unit(
    store: &Store,
    unit: Durable,
    clock: Arc<dyn Clock>,
    tell: Note,
    watch: Watch,
) -> Result<(), RetentionError> {
    let delete = move |tx: &mut Tx| -> Result<(), RetentionError> {
        let tables = read_tables(tx, unit.kind.tables, &unit.keys)?;
        if hex(&sha256(content(&tables).as_bytes())) != unit.content_sha256 {
            return Err(RetentionError::Changed(unit.noted.number));
        }
        (unit.kind.carry)(tx, &unit.cut, &tables)?;
        for (table, keys) in tables.iter().zip(&unit.keys).rev() {
            let deleted = if keys.is_empty() {
                0
            } else {
                tx.execute_many(table.table.delete, keys.iter().map(|key| key.0.clone()).collect())?
            };
            if usize::try_from(deleted) != Ok(table.rows.len()) {
                return Err(RetentionError::Changed(unit.noted.number));
            }
            watch(Step::DeletedFromTable).map_err(RetentionError::Stopped)?;
        }
        note(tx, &unit.noted, clock.now())?;
        tell(tx, &unit.archived)?;
        Ok(())
    };
    store.write("retention.delete", delete).await
}

fn counts(tables: &[RenderedTable]) -> Vec<(String, i64)> {
    let count = |table: &RenderedTable| {
        (table.table.name.to_owned(), i64::try_from(table.rows.len()).unwrap_or(i64::MAX))
    };
    tables.iter().map(count).collect()
}
