//! From the rows of a file to a roll, or to corrected rows of a statement: the file of its faulty rows, mended where
//! somebody likes to mend it.

use kernel::Language;
use sheets::Row;

use super::column::plain;
use super::{Column, FaultyCell, FileError, ROLL_LIMITS, Roll, RollRow, RollTerms, register};
use crate::transfer::Transfer;

impl Roll {
    /// Reads the roll in a file: a salary register of 1C, or a table; and what the file says of the statement.
    pub fn read(bytes: &[u8]) -> Result<(Self, RollTerms), FileError> {
        match sheets::text_of(bytes) {
            Ok(text) if register::is_like(&text) => register::read(&text),
            Ok(_) | Err(_) => Ok((Self::of_file(bytes)?, RollTerms::default())),
        }
    }

    /// Reads the roll in a file of a table. Its first row with text is the head.
    pub fn of_file(bytes: &[u8]) -> Result<Self, FileError> {
        let rows = sheets::read(bytes, ROLL_LIMITS)?;
        let (head, rows) = rows.split_first().ok_or(FileError::NoRows)?;
        let columns: Vec<Option<Column>> = head.cells.iter().map(|cell| Column::of_head(cell)).collect();
        let missing: Vec<Column> =
            Column::REQUIRED.into_iter().filter(|column| !columns.contains(&Some(*column))).collect();
        if !missing.is_empty() {
            return Err(FileError::Missing(missing));
        }
        Self::of_rows(head, &columns, rows)
    }

    fn of_rows(head: &Row, columns: &[Option<Column>], rows: &[Row]) -> Result<Self, FileError> {
        let own: Vec<(usize, Column)> =
            columns.iter().enumerate().filter_map(|(index, column)| Some((index, (*column)?))).collect();
        let is_repeated =
            |(index, column): &(usize, Column)| own.iter().any(|(at, other)| at < index && other == column);
        if let Some((_, column)) = own.iter().find(|one| is_repeated(one)) {
            return Err(FileError::Twice(*column));
        }
        if rows.is_empty() {
            return Err(FileError::NoRows);
        }
        let cell = |row: &Row, index: usize| row.cells.get(index).cloned().unwrap_or_default();
        let row = |row: &Row| RollRow {
            number: row.number.into(),
            cells: own.iter().map(|(index, _)| cell(row, *index)).collect(),
        };
        let is_ignored = |(cell, column): &(&String, &Option<Column>)| column.is_none() && !cell.is_empty();
        Ok(Self {
            rows: rows.iter().map(row).collect(),
            ignored: head
                .cells
                .iter()
                .zip(columns)
                .filter(is_ignored)
                .map(|(cell, _)| cell.clone())
                .collect(),
            columns: own.into_iter().map(|(_, column)| column).collect(),
        })
    }
}

/// The column that says which transfer a row corrects, in Russian, in English and otherwise.
pub const LINE_NAMES: [&str; 3] = ["Строка", "Line", "Row"];
/// The column that says which version of the transfer a row corrects.
pub const VERSION_NAMES: [&str; 2] = ["Версия", "Version"];

/// Stands for a version that nobody can read, because a table calculation wrote it anew: no transfer has it, so that
/// the row is refused rather than put in the place of what somebody else has corrected.
const NO_VERSION: i64 = 0;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorrectedRow {
    pub line: i64,
    /// The version of the transfer that was corrected; `None` when the file does not say.
    pub version: Option<i64>,
    /// The row's place among those of the file, from 0.
    place: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorrectionFile {
    roll: Roll,
    /// One for each row of the file.
    pub rows: Vec<CorrectedRow>,
}

impl CorrectionFile {
    /// Reads the corrected rows in a file of a table. It has the column of the line, and of the others any: a field
    /// whose column is not there stays as it is.
    ///
    /// # Errors
    /// The file is no table, or a row has no line; [`FileError::NoLine`] names that row.
    pub fn read(bytes: &[u8]) -> Result<Self, FileError> {
        let rows = sheets::read(bytes, ROLL_LIMITS)?;
        let (head, rows) = rows.split_first().ok_or(FileError::NoRows)?;
        let line_at = place(head, &LINE_NAMES).ok_or(FileError::NoLineColumn)?;
        let version_at = place(head, &VERSION_NAMES);
        let columns: Vec<Option<Column>> = head.cells.iter().map(|cell| Column::of_head(cell)).collect();
        let roll = Roll::of_rows(head, &columns, rows)?;
        let mut corrected: Vec<CorrectedRow> = Vec::with_capacity(rows.len());
        for (place, row) in rows.iter().enumerate() {
            let cell = |at: usize| row.cells.get(at).filter(|cell| !cell.is_empty());
            let line = cell(line_at).and_then(|cell| cell.parse().ok()).filter(|line| *line >= 1);
            let line = line.ok_or(FileError::NoLine { row: row.number })?;
            let version = version_at.and_then(cell).map(|cell| cell.parse().unwrap_or(NO_VERSION));
            corrected.push(CorrectedRow { line, version, place });
        }
        let mut lines: Vec<i64> = corrected.iter().map(|row| row.line).collect();
        lines.sort_unstable();
        if let Some([line, _]) = lines.array_windows().find(|[one, next]| one == next) {
            return Err(FileError::LineTwice { line: *line });
        }
        Ok(Self { roll, rows: corrected })
    }

    /// Returns the transfer with what the row says in its place, and the cells that cannot become fields.
    pub fn apply(&self, row: &CorrectedRow, old: &Transfer) -> (Transfer, Vec<FaultyCell>) {
        let mut transfer = old.clone();
        let mut faulty = Vec::new();
        let cells = self.roll.rows.get(row.place).map(|row| row.cells.as_slice()).unwrap_or_default();
        for (column, cell) in self.roll.columns.iter().zip(cells) {
            // A value that was not touched stays as it is, even where a cell cannot hold it.
            if [Language::Russian, Language::English]
                .iter()
                .any(|language| column.cell(old, *language) == *cell)
            {
                continue;
            }
            if let Err(fault) = column.fill(cell, &mut transfer) {
                faulty.push(FaultyCell { line: row.line, column: *column, fault });
            }
        }
        (transfer, faulty)
    }
}

fn place(head: &Row, names: &[&str]) -> Option<usize> {
    head.cells.iter().position(|cell| names.iter().any(|name| plain(name) == plain(cell)))
}
