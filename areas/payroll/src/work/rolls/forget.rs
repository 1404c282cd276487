//! The end of a roll that nobody made into a statement.

use jobs::{JobError, Lease};
use store::Tx;

use crate::roll::RollId;
use crate::state::PayrollState;
use crate::store::rolls;

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
