//! One unit: read, and later deleted in one unit of work that reads it again.

use std::sync::{Arc, Mutex, PoisonError};

use kernel::{Clock, Instant, hexadecimal};
use store::{Store, Tx};

use crate::gathering::{Cut, Gathered, Taken, Things};
use crate::manifest::sha256;
use crate::rows::{RenderedTable, content, read_tables};
use crate::step::{Archived, Note, Step, Watch};
use crate::store::note;
use crate::{Key, Kind, RetentionError};

/// Rows of one unit, read in one snapshot.
pub(crate) struct ReadUnit {
    pub(crate) keys: Vec<Vec<Key>>,
    pub(crate) content: String,
    pub(crate) rows: Vec<(&'static str, i64)>,
    pub(crate) from: Instant,
    pub(crate) through: Instant,
}

/// Outcome of a look at a window.
enum Looked {
    End,
    Waiting(Instant),
    Unit(ReadUnit),
}

/// Reads the next unit and passes by what has to stay; `None` at the end. Each look moves on in time or widens the
/// window, so there is an end.
pub(crate) async fn next_unit(
    store: &Store,
    kind: &'static Kind,
    cut: &mut Cut,
    taken: &Arc<Mutex<Taken>>,
) -> Result<Option<ReadUnit>, RetentionError> {
    loop {
        let (window, taken) = (*cut, Arc::clone(taken));
        let look = move |tx: &mut Tx| -> Result<Looked, RetentionError> {
            look(tx, kind, &window, &taken.lock().unwrap_or_else(PoisonError::into_inner))
        };
        match store.read("retention.gather", look).await? {
            Looked::End => return Ok(None),
            Looked::Waiting(through) => cut.pass_by(through),
            Looked::Unit(unit) => return Ok(Some(unit)),
        }
    }
}

fn look(tx: &mut Tx, kind: &'static Kind, cut: &Cut, taken: &Taken) -> Result<Looked, RetentionError> {
    let Things { keys, from, through } = match (kind.gather)(tx, cut, taken)? {
        Gathered::End => return Ok(Looked::End),
        Gathered::Waiting { through } => return Ok(Looked::Waiting(through)),
        Gathered::Unit(things) => things,
    };
    let tables = read_tables(tx, kind.tables, &keys)?;
    Ok(Looked::Unit(ReadUnit { content: content(&tables), rows: counts(&tables), keys, from, through }))
}

/// A unit whose file is durable, verified and in the manifest.
pub(crate) struct Durable {
    pub(crate) kind: &'static Kind,
    pub(crate) cut: Cut,
    pub(crate) keys: Vec<Vec<Key>>,
    pub(crate) content_sha256: String,
    pub(crate) file_sha256: [u8; 32],
    pub(crate) line_sha256: [u8; 32],
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
        if hexadecimal(&sha256(content(&tables).as_bytes())) != unit.content_sha256 {
            return Err(RetentionError::Changed(unit.archived.number));
        }
        // Before anything goes: the database lets entries of the trail go with a noted unit alone.
        note(tx, &unit.archived, (unit.file_sha256, unit.line_sha256), clock.now())?;
        (unit.kind.carry)(tx, &unit.cut, &tables).map_err(|error| match error {
            RetentionError::Waits => RetentionError::Changed(unit.archived.number),
            other => other,
        })?;
        for (table, keys) in tables.iter().zip(&unit.keys).rev() {
            let deleted = if keys.is_empty() {
                0
            } else {
                tx.execute_many(table.table.delete, keys.iter().map(|key| key.0.clone()).collect())?
            };
            if usize::try_from(deleted) != Ok(table.rows.len()) {
                return Err(RetentionError::Changed(unit.archived.number));
            }
            watch(Step::DeletedFromTable).map_err(RetentionError::Stopped)?;
        }
        tell(tx, &unit.archived)
    };
    store.write("retention.delete", delete).await
}

fn counts(tables: &[RenderedTable]) -> Vec<(&'static str, i64)> {
    let count =
        |table: &RenderedTable| (table.table.name, i64::try_from(table.rows.len()).unwrap_or(i64::MAX));
    tables.iter().map(count).collect()
}
