//! One transfer of a statement, ready to be corrected.

use clients::Rights;
use kernel::{Cnum, UserId};
use store::Tx;

use super::access::read_seen;
use super::detail::{SentAndSeen, between};
use super::error::{Result, StatementError};
use crate::identifier::StatementId;
use crate::lifecycle::{StatementEvent, StatementKind, StatementStatus};
use crate::rights::may_edit;
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::findings;

/// A transfer with what its correction needs.
#[derive(Clone, Debug)]
pub struct TransferRow {
    pub header: StatementHeader,
    /// As it was sent or corrected, with what was found.
    pub row: SentAndSeen,
    /// The lines of all transfers with errors as the checks last found them, in their order.
    pub faulty_lines: Vec<i64>,
    /// The user may correct it now.
    pub may_correct: bool,
}

impl TransferRow {
    /// Returns the place of this transfer among those with errors, from 1, and their number; `None` when it has none.
    pub fn fault_of(&self) -> Option<(usize, usize)> {
        let place = self.faulty_lines.binary_search(&self.row.transfer.line).ok()?;
        Some((place + 1, self.faulty_lines.len()))
    }

    /// Returns the line of the next transfer with errors, after this one.
    pub fn next_fault(&self) -> Option<i64> {
        let behind = self.faulty_lines.partition_point(|line| *line <= self.row.transfer.line);
        self.faulty_lines.get(behind).copied()
    }
}

/// Returns `true` when transfers of the statement can be corrected: errors were found, or it is being checked again. A
/// correction then begins the check anew.
pub(super) fn rows_can_be_corrected(header: &StatementHeader) -> bool {
    let is_checked =
        header.state.kind() == StatementKind::Unsigned && header.state.status() == StatementStatus::Checking;
    is_checked || header.state.after(StatementEvent::Corrected).is_ok()
}

/// Returns the transfer at `line` of the company's statement.
pub async fn transfer_row(
    state: &PayrollState,
    user: &UserId,
    cnum: &Cnum,
    id: StatementId,
    line: i64,
) -> Result<TransferRow> {
    let read = move |tx: &mut Tx, header: StatementHeader, rights: Rights| {
        let row = between(tx, &header, line - 1, line)?.pop().ok_or(StatementError::NotFound)?;
        Ok(TransferRow {
            row,
            faulty_lines: findings::error_lines(tx, id)?,
            may_correct: may_edit(rights) && rows_can_be_corrected(&header),
            header,
        })
    };
    read_seen(state, "payroll.transfer_row", (user, cnum, id), read).await
}
