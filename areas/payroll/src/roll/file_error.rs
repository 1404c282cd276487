//! The limits of files with rolls, and the errors in them.

use sheets::{Limits, Unreadable};
use thiserror::Error;

use super::Column;
use crate::statement::TRANSFERS_MAX;

/// The most that a file may have: the head and a row for each transfer.
pub const ROLL_LIMITS: Limits =
    Limits { rows_max: TRANSFERS_MAX + 1, columns_max: 64, cell_characters_max: 1_000 };

/// Error for a file that is no roll.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileError {
    /// The table exceeds the limits, or cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// Columns that must be there are not named in the head.
    #[error("columns are missing")]
    Missing(Vec<Column>),
    /// The head names a column more than once.
    #[error("a column occurs twice")]
    Twice(Column),
    /// The file has a header and no rows.
    #[error("there are no rows below the head")]
    NoRows,
    /// The XML is no salary register of 1C.
    #[error("the file is no salary register")]
    NoRegister,
    /// The control sums of a register are not those of what is in it.
    #[error("the control sums do not agree")]
    ControlSums,
    /// Corrected rows do not say which transfers they correct.
    #[error("the column of the line is missing")]
    NoLineColumn,
    /// A corrected row does not say which transfer it corrects.
    #[error("row {row} names no line")]
    NoLine {
        /// The row's number in the file.
        row: u32,
    },
    /// Two rows correct the same transfer.
    #[error("the line {line} occurs twice")]
    LineTwice { line: i64 },
}
