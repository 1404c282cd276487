//! The last unit, and the one that brings a statement to an end when its job is given up.

use jobs::{JobError, Lease};
use kernel::Instant;
use store::{Column, StoreError, Tx, Value, params};

use super::chunk::INSERT_OUTCOME;
use super::reserve::step;
use super::{of_lost_row, statement};
use crate::catalogue::Code;
use crate::execution::finish_of;
use crate::identifier::StatementId;
use crate::lifecycle::StatementStatus;
use crate::state::EXECUTE;
use crate::transfer_status::Outcome;

/// The wait before the rail is asked about a statement whose execution was given up, in seconds.
const GIVEN_UP_PAUSE_S: i64 = 300;

store::queries! {
    /// Whether a payment of the statement has no answer yet.
    ANY_OPEN_PAYMENT = "select line from payroll_rail_payments where statement_id = $1 and state = 'HANDED' limit 1";

    /// Declines the lines that are left.
    DECLINE_REST = "update payroll_statements set done_through_line = lines_count, declined_count = declined_count + $3
        where statement_id = $1 and done_through_line = $2 and state = 'PROCESSING'";
}

/// Takes the last arrow, which releases what is still held for those who were refused, and ends the job.
pub(super) fn finish(tx: &mut Tx, lease: &Lease, id: StatementId, now: Instant) -> Result<(), JobError> {
    lease.check(tx, now)?;
    end(tx, id, now)?;
    lease.complete(tx)
}

fn end(tx: &mut Tx, id: StatementId, now: Instant) -> Result<(), JobError> {
    let mut statement = statement(tx, id)?;
    let finish = finish_of(statement.lines_count, statement.declined_count);
    step(tx, &mut statement, now, |statement| statement.state.finish(finish))
}

/// Declines every transfer that was not paid yet and ends the statement, so that it does not stay half way for ever. While
/// payments are on the rail their money is away and the statement stays in PROCESSING: the job begins anew with nothing left
/// to do but to ask for answers, and ends the statement with the last of them.
pub(super) fn give_up(tx: &mut Tx, id: StatementId, now: Instant) -> Result<(), StoreError> {
    match try_to_give_up(tx, id, now) {
        Ok(()) => Ok(()),
        Err(JobError::Store(error)) => Err(error),
        Err(error @ (JobError::Lost | JobError::Failed(_))) => {
            tracing::error!(statement.id = %id, "statement {id} cannot be brought to an end: {error}");
            Ok(())
        }
    }
}

fn try_to_give_up(tx: &mut Tx, id: StatementId, now: Instant) -> Result<(), JobError> {
    let statement = statement(tx, id)?;
    if statement.state.status() != StatementStatus::Processing {
        return Ok(());
    }
    let done = statement.done_through_line;
    let lines: Vec<i64> = (done + 1..=statement.lines_count).collect();
    if !lines.is_empty() {
        let same = |value: Value| Column::Same(value);
        let columns = [
            same(Value::from(id.bytes())),
            Column::Integers(&lines),
            same(Value::from(Outcome::Declined.as_str())),
            same(Value::from(Code::D07.as_str())),
            same(Value::from("[]")),
            same(Value::from(now)),
        ];
        tx.insert_bulk(&INSERT_OUTCOME, &columns)?;
        let count = statement.lines_count - done;
        tx.execute_one(&DECLINE_REST, params![id.bytes(), done, count]).map_err(of_lost_row)?;
    }
    if tx.query_optional(&ANY_OPEN_PAYMENT, params![id.bytes()])?.is_some() {
        jobs::enqueue(tx, EXECUTE, &id.to_string(), now.plus_seconds(GIVEN_UP_PAUSE_S))?;
        return Ok(());
    }
    end(tx, id, now)
}
