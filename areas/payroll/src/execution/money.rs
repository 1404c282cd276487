//! The names under which the ledger knows the money of a statement.

use crate::identifier::StatementId;
use crate::statement::StatementHeader;

/// The first eight letters of the names of holds that keep the money of statements.
pub use accounts::ledger::ORDER_HOLD_PREFIX as HOLD_PREFIX;

/// Returns the name of the hold that keeps the money of a statement.
#[must_use]
pub fn hold_id(id: StatementId) -> String {
    format!("{HOLD_PREFIX}{id}")
}

/// Returns the description that account histories show.
#[must_use]
pub fn description(statement: &StatementHeader) -> String {
    format!("Ведомость № {} от {}", statement.number, statement.date)
}
