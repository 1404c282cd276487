//! The unit of work in which a user with the right to it changes a statement.

use clients::Rights;
use kernel::{Cnum, Instant};
use store::Tx;

use super::access::{check_version, own_header};
use super::error::{Result, StatementError};
use super::step::take;
use super::trail::Origin;
use crate::identifier::StatementId;
use crate::lifecycle::Change;
use crate::state::PayrollState;
use crate::statement::StatementHeader;

pub(super) struct Edit {
    pub(super) unit: &'static str,
    /// The name of the action in the audit trail.
    pub(super) action: &'static str,
    /// Tells whether a user with these rights may change it so.
    pub(super) may: fn(Rights) -> bool,
}

/// Takes the step that `change` decides, on the company's statement in the version that the user saw. `change` writes
/// what belongs to the step beside it; the audit trail is written here.
pub(super) async fn edit(
    state: &PayrollState,
    origin: &Origin,
    cnum: &Cnum,
    (id, version): (StatementId, i64),
    edit: Edit,
    mut change: impl FnMut(&mut Tx, &StatementHeader, Instant) -> Result<Change> + Send + 'static,
) -> Result<()> {
    let (unit_state, origin, cnum) = (state.clone(), origin.clone(), cnum.clone());
    let now = state.clock.now();
    let work = move |tx: &mut Tx| {
        let mut header = own_header(tx, &cnum, id)?;
        if !(edit.may)(clients::rights(tx, &origin.user, &cnum)?) {
            return Err(StatementError::NoRight);
        }
        check_version(&header, version)?;
        let change = change(tx, &header, now)?;
        take(tx, &mut header, &change, &origin, now)?;
        Ok(origin.record(tx, &unit_state, now, edit.action, &header)?)
    };
    state.store.write(edit.unit, work).await
}
