//! The turn at writing the ledger, and why its units are guarded by what they change.
//!
//! Such a unit writes thousands of accounts. A serializable one was disturbed by every other, whoever it paid, because
//! the server remembers the whole table as read. These are READ COMMITTED, and wait for rows and for nothing else. What
//! each decides is in a row that it locks by the deciding statement or before (ADR 0032 has the list):
//!
//! - the first statement of each compares the fencing token of its job. Two units of one job follow one another, so
//!   what only units of this job change (lines done, payments, outcomes, the hold) is read behind that lock;
//! - states, balances, holds, limits, openness and sums are compared by the update that relies on them;
//! - of a currency that is sold, the day is locked before its sales are read;
//! - the key of an entry is unique.
//!
//! Reads without a lock decide nothing that others could make wrong: terms, rates, rights and certificates are
//! those of the moment of the decision, and whoever changes them reads nothing that is written here.

use store::{StoreError, Tx};

use crate::state::PayrollState;

/// Runs a unit of work that writes the ledger, when this process has a turn for it.
pub(in crate::work) async fn money_unit<T: Send + 'static, E: From<StoreError> + Send + 'static>(
    state: &PayrollState,
    name: &'static str,
    mut unit: impl FnMut(&mut Tx, &PayrollState) -> Result<T, E> + Send + 'static,
) -> Result<T, E> {
    let of_unit = state.clone();
    let _turn = state.money_turn().await;
    state.store.write_guarded(name, move |tx: &mut Tx| unit(tx, &of_unit)).await
}
