//! The turn at writing the ledger.

use jobs::JobError;
use store::Tx;

use crate::state::PayrollState;

/// Runs a unit of work that writes the ledger, when no other statement of this process is at one.
pub(super) async fn money_unit<T: Send + 'static>(
    state: &PayrollState,
    name: &'static str,
    unit: impl FnMut(&mut Tx) -> Result<T, JobError> + Send + 'static,
) -> Result<T, JobError> {
    let _turn = state.money_turn().await;
    state.store.write(name, unit).await
}
