//! The progress of execution, in the row of its statement, and which statements the bank executes.

use kernel::{Instant, Money};
use store::{Result, Tx, params};

use crate::identifier::StatementId;
use crate::statement::StatementHeader;

store::queries! {
    /// The progress of execution from line $2 to line $3, in one step.
    PROGRESS = "update payroll_statements set done_through_line = $3, executed_minor = executed_minor + $4,
            declined_count = declined_count + $5
        where statement_id = $1 and done_through_line = $2 and state = 'PROCESSING'";

    DECLINE_REST = "update payroll_statements set done_through_line = lines_count, declined_count = declined_count + $3
        where statement_id = $1 and done_through_line = $2 and state = 'PROCESSING'";

    /// The sum that has reached employees, and the number of payments that came back.
    ADD_ANSWERS = "update payroll_statements set executed_minor = executed_minor + $2, declined_count = \
        declined_count + $3
        where statement_id = $1 and state = 'PROCESSING'";

    /// The bank is asked to execute a statement.
    INSERT_EXECUTION = "insert into payroll_bank_executions (statement_id, handed_at_us) values ($1, $2)";

    BANK_EXECUTION = "select handed_at_us from payroll_bank_executions where statement_id = $1";
}

/// Moves execution from the line `after` to the line `through`.
pub(crate) fn advance(
    tx: &mut Tx,
    id: StatementId,
    (after, through): (i64, i64),
    executed: Money,
    declined_count: usize,
) -> Result<()> {
    let declined_count = i64::try_from(declined_count).unwrap_or(i64::MAX);
    tx.execute_one(&PROGRESS, params![id.bytes(), after, through, executed, declined_count])
}

/// Counts the lines that are left as declined, and execution as done.
pub(crate) fn decline_rest(tx: &mut Tx, statement: &StatementHeader) -> Result<()> {
    let done = statement.done_through_line;
    let count = statement.lines_count - done;
    tx.execute_one(&DECLINE_REST, params![statement.id.bytes(), done, count])
}

/// Adds answers of the rail: the sum that has reached employees, and the number of payments that came back.
pub(crate) fn add_answers(tx: &mut Tx, id: StatementId, settled: Money, returned_count: usize) -> Result<()> {
    let returned_count = i64::try_from(returned_count).unwrap_or(i64::MAX);
    tx.execute_one(&ADD_ANSWERS, params![id.bytes(), settled, returned_count])
}

/// Writes down that the bank executes the statement.
pub(crate) fn hand_to_bank(tx: &mut Tx, id: StatementId, at: Instant) -> Result<()> {
    tx.execute_one(&INSERT_EXECUTION, params![id.bytes(), at])
}

pub(crate) fn is_executed_by_bank(tx: &mut Tx, id: StatementId) -> Result<bool> {
    Ok(tx.query_optional(&BANK_EXECUTION, params![id.bytes()])?.is_some())
}
