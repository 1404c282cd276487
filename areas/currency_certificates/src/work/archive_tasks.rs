//! Messages with certificates as a kind of things that are kept for a time.
//!
//! A message leaves when its check has ended, with the document as it came, its certificates and the reasons of those
//! that were rejected. One whose certificates a later message corrects waits for that one. The identifiers that a
//! company gave to a message and its transactions are free again when it has left.

use std::collections::BTreeMap;

use retention::{ArchivedRow, Cut, Gathered, Key, Kind, Law, RenderedTable, RetentionError, Taken};
use store::{Result, Row, Tx};

use crate::store::kept::{DUE, TABLES, corrected_by};

/// Rows of a message beside its certificates, about.
const OTHER_ROWS: i64 = 4;
/// Bytes of a document that are as heavy as a row.
const BYTES_OF_ROW: i64 = 2_048;

/// Messages whose check has ended.
pub(crate) static TASKS: Kind = Kind {
    name: "certificates",
    covers: "currency certificates whose check has ended, with the messages that brought them",
    law: Law {
        least_days: 1_827,
        source: "three years after the end of currency control (the Bank of Russia's instruction 181-I), which the \
            program does not know, and five years from the end of the relations with the client: 115-FZ article 7; to \
            be confirmed by the bank's lawyer",
    },
    setting: "retention_certificates_days",
    gather,
    tables: TABLES,
    carry: refuse_corrected,
    prove,
};

fn gather(tx: &mut Tx, cut: &Cut, taken: &Taken) -> Result<Gathered> {
    let weigh = |row: &Row| {
        let bytes = row.optional_integer("bytes")?.unwrap_or(0);
        Ok(OTHER_ROWS + row.integer("certificate_count")? + bytes / BYTES_OF_ROW)
    };
    DUE.gather(tx, (cut, taken), TABLES.len(), weigh, |tx, messages| {
        let corrected = corrected_by(tx, messages)?;
        Ok(corrected.iter().map(|by| by.iter().all(|one| taken.has(DUE.table, one))).collect())
    })
}

/// Takes the unit back when a correction came while its file was written.
fn refuse_corrected(tx: &mut Tx, _: &Cut, tables: &[RenderedTable]) -> Result<(), RetentionError> {
    let Some(tasks) = tables.first() else { return Ok(()) };
    let corrected: Vec<Vec<Key>> = corrected_by(tx, &tasks.rows)?;
    if corrected.iter().all(Vec::is_empty) { Ok(()) } else { Err(RetentionError::Waits) }
}

/// Every message has its document and as many certificates as it tells.
fn prove(rows: &[ArchivedRow]) -> Vec<String> {
    let mut missing = BTreeMap::<&str, (i64, i64)>::new();
    for row in rows {
        let Some(task) = row.text("task_id") else { continue };
        let (documents, certificates) = missing.entry(task).or_default();
        match row.table.as_str() {
            "certificate_tasks" => {
                *documents += 1;
                *certificates += row.integer("certificate_count").unwrap_or(i64::MAX);
            }
            "certificate_documents" => *documents -= 1,
            "certificates" => *certificates -= 1,
            _ => {}
        }
    }
    let wrong = missing.into_iter().filter(|(_, missing)| *missing != (0, 0));
    wrong.map(|(task, _)| format!("task {task} is not whole")).collect()
}
