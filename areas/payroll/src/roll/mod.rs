//! Rolls: lists of employees with sums that are no statement, out of a file, of a template or of an earlier statement.
//!
//! A roll keeps the cells as somebody wrote them. It becomes [transfers](crate::transfer) each time that it is looked
//! at, so that the page shows what was written and the checks see what would be sent. To add a column, add it to
//! [`Column`].

mod column;
mod file;
mod register;

use jiff::civil::Date;
use kernel::{AccountNumber, Cnum, Instant, Money, UserId};
use sheets::{Limits, Unreadable};
use thiserror::Error;

use crate::income::Income;
use crate::sent_transfers::{NotAdded, SentTransfers};
use crate::statement::{ReportingPeriod, TRANSFERS_MAX};
use crate::transfer::Transfer;

pub use crate::identifier::RollId;
pub use column::{CellError, Column, cell};
pub use file::{CorrectedRow, CorrectionFile, LINE_NAMES, VERSION_NAMES};

/// Days that a roll waits for becoming a statement.
pub const ROLL_DAYS: i64 = 7;
/// The most rolls of a company that wait at once.
pub const ROLLS_MAX: i64 = 20;
pub const TEMPLATES_MAX: i64 = 50;
/// The most characters of the name of a roll or template.
pub const ROLL_NAME_CHARACTERS_MAX: usize = 100;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RollRow {
    /// Its number in the file, from 1; that of the transfer where there was no file.
    pub number: i64,
    /// A cell for each column of the roll.
    pub cells: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roll {
    pub columns: Vec<Column>,
    /// Its rows, 1 to [`TRANSFERS_MAX`].
    pub rows: Vec<RollRow>,
    pub ignored: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultyCell {
    /// The line of the transfer, from 1.
    pub line: i64,
    pub column: Column,
    pub fault: CellError,
}

impl Roll {
    pub fn of_transfers(transfers: &[Transfer]) -> Self {
        // Cells are kept as files in Russian have them, and read in any language.
        let language = kernel::Language::Russian;
        let is_used = |column: &Column| {
            Column::REQUIRED.contains(column)
                || transfers.iter().any(|transfer| !column.cell(transfer, language).is_empty())
        };
        let columns: Vec<Column> = Column::ALL.into_iter().filter(is_used).collect();
        let row = |transfer: &Transfer| RollRow {
            number: transfer.line,
            cells: columns.iter().map(|column| column.cell(transfer, language)).collect(),
        };
        Self { rows: transfers.iter().take(TRANSFERS_MAX).map(row).collect(), columns, ignored: Vec::new() }
    }

    /// Returns the transfer of the row at `line` (from 1), and its cells that cannot become fields.
    pub fn transfer(&self, line: i64, row: &RollRow) -> (Transfer, Vec<FaultyCell>) {
        let mut transfer = blank(line);
        let mut faulty = Vec::new();
        for (column, cell) in self.columns.iter().zip(&row.cells) {
            if let Err(fault) = column.fill(cell, &mut transfer) {
                faulty.push(FaultyCell { line, column: *column, fault });
            }
        }
        (transfer, faulty)
    }

    /// Returns the sum of the amounts that are some; `None` when it is out of range.
    pub fn total(&self) -> Option<Money> {
        let amounts =
            (1..).zip(&self.rows).filter_map(|(line, row)| self.transfer(line, row).0.amount.positive());
        Money::checked_sum(amounts)
    }

    /// Returns all transfers as they would be sent, and the cells that keep them from it.
    pub fn sent(&self) -> Result<(SentTransfers, Vec<FaultyCell>), NotAdded> {
        let mut sent = SentTransfers::with_capacity(self.rows.len(), 0);
        let mut faulty = Vec::new();
        for (line, row) in (1..).zip(&self.rows) {
            let (transfer, cells) = self.transfer(line, row);
            sent.push(line, &transfer.values())?;
            faulty.extend(cells);
        }
        Ok((sent, faulty))
    }
}

fn blank(line: i64) -> Transfer {
    let mut transfer = Transfer { order_number: line, ..Transfer::blank(line) };
    // The only field that an empty cell fills.
    let _ = Column::Currency.fill("", &mut transfer);
    transfer
}

/// The most that a file may have: the head and a row for each transfer.
pub const ROLL_LIMITS: Limits =
    Limits { rows_max: TRANSFERS_MAX + 1, columns_max: 64, cell_characters_max: 1_000 };

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileError {
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    #[error("columns are missing")]
    Missing(Vec<Column>),
    #[error("a column occurs twice")]
    Twice(Column),
    #[error("there are no rows below the head")]
    NoRows,
    #[error("the file is no salary register")]
    NoRegister,
    #[error("the control sums do not agree")]
    ControlSums,
    #[error("the column of the line is missing")]
    NoLineColumn,
    #[error("row {row} names no line")]
    NoLine { row: u32 },
    #[error("the line {line} occurs twice")]
    LineTwice { line: i64 },
}

/// Terms of the statement that a roll becomes, as far as they are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RollTerms {
    pub account: Option<AccountNumber>,
    pub income: Income,
    pub purpose: Option<String>,
    pub date: Option<Date>,
    pub period: Option<ReportingPeriod>,
}

/// Purpose for which a roll is kept, and how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// To become a statement.
    Prepared {
        /// The moment from which on it is forgotten.
        until: Instant,
    },
    /// To be used again, until somebody deletes it.
    Template,
}

impl Keeping {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Prepared { .. } => "PREPARED",
            Self::Template => "TEMPLATE",
        }
    }

    /// Returns the moment from which on it is forgotten.
    pub const fn until(self) -> Option<Instant> {
        match self {
            Self::Prepared { until } => Some(until),
            Self::Template => None,
        }
    }
}

/// A roll that is kept, without its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollHead {
    pub id: RollId,
    pub cnum: Cnum,
    pub keeping: Keeping,
    /// The name of its file, or the one that somebody gave; 1 to [`ROLL_NAME_CHARACTERS_MAX`] characters.
    pub name: String,
    pub created_by: UserId,
    pub created_at: Instant,
    pub rows_count: i64,
    /// The sum of its amounts; `None` when it is out of range.
    pub total: Option<Money>,
    /// Everything that is known of the statement that it becomes.
    pub terms: RollTerms,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptRoll {
    pub head: RollHead,
    pub roll: Roll,
}

#[cfg(test)]
mod tests;
