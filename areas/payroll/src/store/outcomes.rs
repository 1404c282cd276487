//! Outcomes of single transfers, where they differ from the rest of their statement.

use std::collections::BTreeMap;

use kernel::{AccountNumber, Instant};
use store::{Column, Result, Selected as _, Tx, Value, params};

use super::codec::{self, JoinedReason};
use crate::catalogue::{Code, Reason};
use crate::execution::Declined;
use crate::identifier::StatementId;
use crate::stuck::StuckId;
use crate::transfer_status::{Counts, Outcome, TransferOutcome};

store::text_columns! { Outcome }

store::selected! {
    TransferOutcome (why: JoinedReason) {
        line: "t.line", order_number: "t.order_number", outcome: "o.outcome", outcome_at: "o.changed_at_us";
        reason: why.0,
    }
}

store::queries! {
    /// The outcome of a transfer, where it is not executed by a posting at this bank.
    INSERT_OUTCOME = "insert into payroll_outcomes
            (statement_id, line, outcome, reason_code, reason_parameters, changed_at_us)
        values ($1, $2, $3, $4, $5, $6)";

    ANSWER_OUTCOME = "update payroll_outcomes set outcome = $3, reason_code = $4, reason_parameters = $5,
        changed_at_us = $6
        where statement_id = $1 and line = $2 and outcome = 'PENDING'";

    /// The unclaimed money of a returned payment has come to the account $4.
    OUTCOME_CLAIMED = "update payroll_outcomes set reason_code = $3, reason_parameters = $4
        where statement_id = $1 and line = $2 and outcome = 'DECLINED'";

    OUTCOME_REASON = store::text!("select ", Reason::LIST, " from payroll_outcomes
        where statement_id = $1 and line = $2");

    OUTCOMES = "select line, outcome from payroll_outcomes
        where statement_id = $1 and line >= $2 and line <= $3 order by line";

    /// A transfer that is on its way. Whoever answers begins with the first ones, so the last ones are looked at first.
    PENDING_OUTCOME = "select line from payroll_outcomes where statement_id = $1 and outcome = 'PENDING'
        order by line desc limit 1";

    DECLINED_CODES = "select distinct reason_code from payroll_outcomes
        where statement_id = $1 and outcome = 'DECLINED' order by reason_code";

    /// Order numbers and outcomes of the lines after $2 up to $3.
    TRANSFERS_SEEN = store::text!("select ", TransferOutcome::LIST, "
        from payroll_transfers t
        left join payroll_outcomes o on o.statement_id = t.statement_id and o.line = t.line
        where t.statement_id = $1 and t.line > $2 and t.line <= $3 order by t.line");

    LINES_BY_OUTCOME = "select o.outcome, cast(count(*) as bigint) as transfers_count
        from payroll_outcomes o where o.statement_id = $1 group by o.outcome";
}

/// Returns the columns of outcomes that came about at one moment, as both texts above number them.
fn columns<'a>(
    id: StatementId,
    lines: &'a [i64],
    outcome: Outcome,
    [codes, parameters]: [Column<'a>; 2],
    at: Instant,
) -> [Column<'a>; 6] {
    [
        Column::Same(Value::from(id.bytes())),
        Column::Integers(lines),
        Column::Same(Value::from(outcome.as_str())),
        codes,
        parameters,
        Column::Same(Value::from(at)),
    ]
}

const NO_REASON: [Column<'static>; 2] = [Column::Same(Value::Null), Column::Same(Value::Null)];

fn with_declined<T>(
    id: StatementId,
    declined: &[Declined],
    at: Instant,
    write: impl FnOnce(&[Column<'_>]) -> T,
) -> T {
    let lines: Vec<i64> = declined.iter().map(|one| one.line).collect();
    let codes: Vec<&str> = declined.iter().map(|one| one.reason.code.as_str()).collect();
    let texts: Vec<String> =
        declined.iter().map(|one| codec::parameters_text(&one.reason.parameters)).collect();
    let parameters: Vec<&str> = texts.iter().map(String::as_str).collect();
    let reasons = [Column::Texts(&codes), Column::Texts(&parameters)];
    write(&columns(id, &lines, Outcome::Declined, reasons, at))
}

pub(crate) fn insert_declined(
    tx: &mut Tx,
    id: StatementId,
    declined: &[Declined],
    at: Instant,
) -> Result<()> {
    if declined.is_empty() {
        return Ok(());
    }
    with_declined(id, declined, at, |columns| tx.insert_bulk(&INSERT_OUTCOME, columns)).map(drop)
}

pub(crate) fn insert_pending(tx: &mut Tx, id: StatementId, lines: &[i64], at: Instant) -> Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    tx.insert_bulk(&INSERT_OUTCOME, &columns(id, lines, Outcome::Pending, NO_REASON, at)).map(drop)
}

/// Settles transfers that were on their way; `false` when one was not.
pub(crate) fn settle(tx: &mut Tx, id: StatementId, lines: &[i64], at: Instant) -> Result<bool> {
    let columns = columns(id, lines, Outcome::Settled, NO_REASON, at);
    Ok(tx.update_bulk(&ANSWER_OUTCOME, &columns)?.is_empty())
}

/// Declines transfers that were on their way; `false` when one was not.
pub(crate) fn decline(tx: &mut Tx, id: StatementId, declined: &[Declined], at: Instant) -> Result<bool> {
    let unchanged = with_declined(id, declined, at, |columns| tx.update_bulk(&ANSWER_OUTCOME, columns))?;
    Ok(unchanged.is_empty())
}

/// Returns the outcomes of the lines after `after` up to `through`, one for each line.
pub(crate) fn between(
    tx: &mut Tx,
    id: StatementId,
    after: i64,
    through: i64,
) -> Result<Vec<TransferOutcome>> {
    tx.select(&TRANSFERS_SEEN, params![id.bytes(), after, through])
}

/// Returns by line the outcomes of these and of those between them, where they have one of their own.
pub(crate) fn of_lines(
    tx: &mut Tx,
    id: StatementId,
    lines: impl IntoIterator<Item = i64> + Clone,
) -> Result<BTreeMap<i64, Outcome>> {
    let (first, last) = (lines.clone().into_iter().min(), lines.into_iter().max());
    let (Some(first), Some(last)) = (first, last) else { return Ok(BTreeMap::new()) };
    Ok(tx.select(&OUTCOMES, params![id.bytes(), first, last])?.into_iter().collect())
}

pub(crate) fn has_pending(tx: &mut Tx, id: StatementId) -> Result<bool> {
    Ok(tx.query_optional(&PENDING_OUTCOME, params![id.bytes()])?.is_some())
}

/// Returns the outcome of every transfer that has one of its own, by line.
pub(crate) fn all(tx: &mut Tx, id: StatementId) -> Result<BTreeMap<i64, Outcome>> {
    Ok(tx.select(&OUTCOMES, params![id.bytes(), 1, i64::MAX])?.into_iter().collect())
}

pub(crate) fn count(tx: &mut Tx, id: StatementId, counts: &mut Counts) -> Result<()> {
    for (outcome, count) in tx.select(&LINES_BY_OUTCOME, params![id.bytes()])? {
        match outcome {
            Outcome::Pending => counts.pending = count,
            Outcome::Declined => counts.declined = count,
            Outcome::Settled => {}
        }
    }
    Ok(())
}

/// Tells of a returned payment that its unclaimed money has come to the account `to`.
pub(crate) fn tell_claimed(tx: &mut Tx, id: StuckId, to: &AccountNumber) -> Result<()> {
    let reason: JoinedReason = tx.select_one(&OUTCOME_REASON, params![id.statement.bytes(), id.line])?;
    // One that came back after it had settled has a warning at the transfer, and its outcome stays.
    let Some(Reason { mut parameters, .. }) = reason.0 else { return Ok(()) };
    parameters.truncate(2);
    parameters.push(to.to_string());
    let parameters = codec::parameters_text(&parameters);
    tx.execute_one(&OUTCOME_CLAIMED, params![id.statement.bytes(), id.line, Code::D18.as_str(), parameters])
}

pub(crate) fn declined_codes(tx: &mut Tx, id: StatementId) -> Result<Vec<Code>> {
    tx.select(&DECLINED_CODES, params![id.bytes()])
}
