//! Rows of one file, applied in the unit of work of their caller.

use std::collections::HashMap;

use store::{Result, Tx};

use crate::error::FileErrors;
use crate::limits::SLICE_ROWS;
use crate::read::push;
use crate::{ImportContext, ImportError, ImportRow, Outcomes, RowSlice, TableImporter, TableReport, Taking};

/// Rows of one file that are applied in one unit of work.
pub(crate) type FileRows = (usize, Vec<ImportRow>);

/// Takes rows of one file.
///
/// # Errors
/// The database's; what is wrong with a row is its outcome.
pub(crate) fn take_rows(
    tx: &mut Tx,
    importer: &dyn TableImporter,
    rows: &[ImportRow],
    taking: Taking<'_>,
    context: &ImportContext<'_>,
) -> Result<Outcomes> {
    let mut outcomes = Outcomes::with_capacity(rows.len());
    for rows in slices(importer, rows) {
        outcomes.extend(importer.take(tx, RowSlice { rows, taking, context })?);
    }
    Ok(outcomes)
}

/// Cuts rows into slices of some [`SLICE_ROWS`], where the key by which their file is cut changes: a check sees all
/// rows of a key together, as an application does.
fn slices<'r>(importer: &dyn TableImporter, rows: &'r [ImportRow]) -> impl Iterator<Item = &'r [ImportRow]> {
    let chunks = importer.chunks();
    let key = move |row: &'r ImportRow| chunks.map(|chunks| chunks.key(row));
    let mut left = rows;
    std::iter::from_fn(move || {
        let size = left.len().min(SLICE_ROWS);
        let last = key(left.get(..size)?.last()?);
        let beyond = left.iter().skip(size).take_while(|row| chunks.is_some() && key(row) == last).count();
        let (slice, rest) = left.split_at_checked(size + beyond)?;
        left = rest;
        Some(slice)
    })
}

/// Counts the outcomes of rows, and lists their errors.
pub(crate) fn settle(
    file: &str,
    rows: &[ImportRow],
    outcomes: Outcomes,
    counts: &mut TableReport,
    errors: &mut FileErrors,
) -> Result<(), ImportError> {
    for (row, outcome) in rows.iter().zip(outcomes) {
        match outcome {
            Ok(outcome) => counts.count(row.line(), outcome),
            Err(error) => push(file, row.line(), error, errors)?,
        }
    }
    Ok(())
}

/// Rows in their order, by file.
pub(crate) fn by_file(rows: Vec<(i64, ImportRow)>) -> Vec<FileRows> {
    let mut files: HashMap<usize, Vec<ImportRow>> = HashMap::new();
    for (file, row) in rows {
        files.entry(usize::try_from(file).unwrap_or(usize::MAX)).or_default().push(row);
    }
    let mut files: Vec<FileRows> = files.into_iter().collect();
    files.sort_unstable_by_key(|(file, _)| *file);
    files
}
