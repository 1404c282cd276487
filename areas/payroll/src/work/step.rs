//! The steps of statements along the arrows of their lifecycle.

use accounts::ledger::{LedgerAccountId, end_awaiting, release_hold_if_placed};
use kernel::{Instant, UserId};
use store::{Result, Tx};

use super::announce;
use super::error::StatementError;
use super::trail::{self, Origin};
use crate::execution::hold_id;
use crate::lifecycle::Change;
use crate::statement::StatementHeader;
use crate::store::{history, statements};

/// Takes one step, and writes the arrow into the history and its event into the outbox; `false` when the statement is
/// not as `header` has it any more, and then nothing was written. Afterwards `header` is as the database has it.
///
/// Every step goes through here. An arrow into a final state releases what the statement holds, so that none can be
/// taken without it, and lets its account be closed again.
pub(super) fn advance(
    tx: &mut Tx,
    header: &mut StatementHeader,
    change: &Change,
    at: Instant,
    by: Option<&UserId>,
) -> Result<bool> {
    if !statements::change_state(tx, header, change, at)? {
        return Ok(false);
    }
    history::insert(tx, header, change.from().status().as_str(), at, by)?;
    announce::state(tx, header, at)?;
    trail::outcome(tx, header, at)?;
    if change.to().is_final() {
        release_hold_if_placed(tx, &hold_id(header.id), at)?;
        if header.done_through_line > 0 {
            end_awaiting(tx, &LedgerAccountId::from(&header.terms.account), &hold_id(header.id))?;
        }
    }
    Ok(true)
}

/// Takes a step on behalf of a user.
pub(super) fn take(
    tx: &mut Tx,
    header: &mut StatementHeader,
    change: &Change,
    origin: &Origin,
    now: Instant,
) -> Result<(), StatementError> {
    if advance(tx, header, change, now, Some(&origin.user))? { Ok(()) } else { Err(StatementError::Changed) }
}
