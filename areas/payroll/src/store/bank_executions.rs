//! Statements that the bank executes.

use kernel::Instant;
use store::{Result, Tx, params};

use crate::identifier::StatementId;

store::queries! {
    /// The bank is asked to execute a statement.
    INSERT_EXECUTION = "insert into payroll_bank_executions (statement_id, handed_at_us) values ($1, $2)";

    BANK_EXECUTION = "select handed_at_us from payroll_bank_executions where statement_id = $1";
}

pub(crate) fn insert(tx: &mut Tx, id: StatementId, at: Instant) -> Result<()> {
    tx.execute_one(&INSERT_EXECUTION, params![id.bytes(), at])
}

/// Returns `true` when the bank executes the statement.
pub(crate) fn is_executed_by_bank(tx: &mut Tx, id: StatementId) -> Result<bool> {
    Ok(tx.query_optional(&BANK_EXECUTION, params![id.bytes()])?.is_some())
}
