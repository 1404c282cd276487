//! The steps of statements along the arrows of their lifecycle.

use accounts::ledger::{LedgerAccountId, end_awaiting, release_hold_if_placed};
use clients::Rights;
use kernel::{Instant, UserId};
use store::{Result, Tx};

use super::access::{check_version, own_header};
use super::announce;
use super::error::StatementError;
use super::trail::{self, Origin};
use crate::execution::hold_id;
use crate::identifier::StatementId;
use crate::lifecycle::{Change, StatementEvent};
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::{progress, statements};

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
    progress::insert_step(tx, header, change.from().status().as_str(), at, by)?;
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

pub(super) fn take(
    tx: &mut Tx,
    header: &mut StatementHeader,
    event: StatementEvent,
    origin: &Origin,
    now: Instant,
) -> Result<(), StatementError> {
    let change = header.state.after(event)?;
    if advance(tx, header, &change, now, Some(&origin.user))? { Ok(()) } else { Err(StatementError::Changed) }
}

/// A change of a statement that a user with the right to it makes.
pub(super) struct Edit {
    pub(super) unit: &'static str,
    /// The name of the action in the audit trail.
    pub(super) action: &'static str,
    /// Tells whether a user with these rights may change it so.
    pub(super) may: fn(Rights) -> bool,
    pub(super) event: StatementEvent,
}

/// Takes a step of the company's statement in the version that the user saw. `beside` writes what belongs to it; the
/// audit trail is written here.
pub(super) async fn edit(
    state: &PayrollState,
    origin: &Origin,
    (id, version): (StatementId, i64),
    edit: Edit,
    mut beside: impl FnMut(&mut Tx, &StatementHeader, Instant) -> Result<(), StatementError> + Send + 'static,
) -> Result<(), StatementError> {
    let (unit_state, origin) = (state.clone(), origin.clone());
    let now = state.clock.now();
    let work = move |tx: &mut Tx| {
        let mut header = own_header(tx, &origin, id)?;
        if !(edit.may)(clients::rights(tx, &origin.user, &origin.cnum)?) {
            return Err(StatementError::NoRight);
        }
        check_version(&header, version)?;
        let change = header.state.after(edit.event.clone())?;
        beside(tx, &header, now)?;
        if !advance(tx, &mut header, &change, now, Some(&origin.user))? {
            return Err(StatementError::Changed);
        }
        Ok(origin.record(tx, &unit_state, now, edit.action, &header)?)
    };
    state.store.write(edit.unit, work).await
}
