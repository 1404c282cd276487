//! From the rows of a file to a roll.

use sheets::Row;

use super::file_error::{FileError, ROLL_LIMITS};
use super::{Column, Roll, RollRow, RollTerms, register};

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

    pub(super) fn of_rows(head: &Row, columns: &[Option<Column>], rows: &[Row]) -> Result<Self, FileError> {
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
