//! The end of a roll: somebody deletes it, or nobody made it into a statement.

use jobs::{JobError, Lease};
use kernel::Cnum;
use store::Tx;

use super::trail;
use crate::roll::RollId;
use crate::state::PayrollState;
use crate::store::rolls;
use crate::work::Origin;
use crate::work::access::check_may_edit;
use crate::work::error::{Result, StatementError};
use crate::work::job_kind::FORGET;

/// Deletes a roll or template of the company.
///
/// # Errors
/// [`StatementError::NoRight`] (it takes the right to edit), [`StatementError::NotFound`]; the database's.
pub async fn delete_roll(state: &PayrollState, origin: &Origin, cnum: &Cnum, id: RollId) -> Result<()> {
    let now = state.clock.now();
    let (unit_state, origin, cnum) = (state.clone(), origin.clone(), cnum.clone());
    let work = move |tx: &mut Tx| {
        check_may_edit(tx, &origin.user, &cnum)?;
        let kept = rolls::roll(tx, &cnum, id, now)?.ok_or(StatementError::NotFound)?;
        rolls::delete(tx, &cnum, id)?;
        jobs::cancel(tx, FORGET, &id.to_string())?;
        Ok(trail::record(tx, &unit_state, &origin, now, "payroll_roll.deleted", &kept.head)?)
    };
    state.store.write("payroll.delete_roll", work).await
}

/// Takes the roll away that the lease names, if its time has come.
pub(crate) async fn forget(state: &PayrollState, id: RollId, lease: Lease) -> Result<(), JobError> {
    let now = state.clock.now();
    let work = move |tx: &mut Tx| {
        lease.check(tx, now)?;
        rolls::forget(tx, id, now)?;
        lease.complete(tx)
    };
    state.store.write::<_, JobError>("payroll.forget_roll", work).await
}
