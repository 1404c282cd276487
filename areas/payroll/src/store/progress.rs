//! The steps that statements have taken, the progress of execution, in the row of its statement, and which statements
//! the bank executes.

use kernel::{Instant, Money, UserId};
use store::{Result, Selected as _, Tx, params};

use super::codec::{self, JoinedReason};
use crate::catalogue::Reason;
use crate::identifier::StatementId;
use crate::statement::{HistoryLine, StatementHeader};

store::selected! {
    HistoryLine (why: JoinedReason) {
        from: "nullif(h.from_state, '') as from_state", to: "h.to_state", at: "h.at_us", user_name: "u.full_name";
        reason: why.0,
    }
}

store::queries! {
    /// The arrow that was taken; the table of arrows refuses what is none.
    INSERT_HISTORY = "insert into payroll_history (statement_id, version, kind, from_state, to_state, at_us, user_id)
        values ($1, $2, $3, $4, $5, $6, $7)";

    /// The reason of a step, written by the unit that took it.
    EXPLAIN_STEP = "update payroll_history set reason_code = $3, reason_parameters = $4
        where statement_id = $1 and version = $2";

    HISTORY = store::text!("select ", HistoryLine::LIST, " from payroll_history h
        left join users u on u.user_id = h.user_id where h.statement_id = $1 order by h.version");

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

    INSERT_EXECUTION = "insert into payroll_bank_executions (statement_id, handed_at_us) values ($1, $2)";

    BANK_EXECUTION = "select handed_at_us from payroll_bank_executions where statement_id = $1";
}

/// Writes the arrow by which the statement got the version that it has; `from` is empty at its creation.
pub(crate) fn insert_step(
    tx: &mut Tx,
    header: &StatementHeader,
    from: &str,
    at: Instant,
    by: Option<&UserId>,
) -> Result<()> {
    let (kind, to) = (header.state.kind().as_str(), header.state.status().as_str());
    let values = params![header.id.bytes(), header.version, kind, from, to, at, by.map(UserId::as_str)];
    tx.execute_one(&INSERT_HISTORY, values)
}

/// Adds the reason to the step that a statement has just taken, where its state has no reason of its own.
pub(crate) fn explain_step(tx: &mut Tx, header: &StatementHeader, reason: &Reason) -> Result<()> {
    let parameters = codec::parameters_text(&reason.parameters);
    tx.execute_one(
        &EXPLAIN_STEP,
        params![header.id.bytes(), header.version, reason.code.as_str(), parameters],
    )
}

pub(crate) fn steps(tx: &mut Tx, id: StatementId) -> Result<Vec<HistoryLine>> {
    tx.select(&HISTORY, params![id.bytes()])
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

pub(crate) fn hand_to_bank(tx: &mut Tx, id: StatementId, at: Instant) -> Result<()> {
    tx.execute_one(&INSERT_EXECUTION, params![id.bytes(), at])
}

pub(crate) fn is_executed_by_bank(tx: &mut Tx, id: StatementId) -> Result<bool> {
    Ok(tx.query_optional(&BANK_EXECUTION, params![id.bytes()])?.is_some())
}
