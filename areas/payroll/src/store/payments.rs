//! Payments to other banks.

use kernel::Instant;
use store::{Column, Result, Selected as _, Tx, Value, params};

use crate::execution::Outgoing;
use crate::identifier::StatementId;
use crate::rail::{PaymentId, RailPayment};
use crate::statement::StatementHeader;
use crate::stuck::StuckId;

store::selected! {
    Outgoing { line, bic, account, amount: "amount_minor" }
}

store::queries! {
    INSERT_PAYMENT = "insert into payroll_rail_payments (statement_id, line, bic, account, amount_minor, state, \
        handed_at_us)
        values ($1, $2, $3, $4, $5, 'HANDED', $6)";

    /// Payments of a statement that have no answer yet, after line $2.
    OPEN_PAYMENTS = store::text!("select ", Outgoing::LIST, ", handed_at_us from payroll_rail_payments
        where statement_id = $1 and line > $2 and state = 'HANDED' order by line limit $3");

    ANSWER_PAYMENT = "update payroll_rail_payments set state = $3, answered_at_us = $4, return_reason = $5
        where statement_id = $1 and line = $2 and state = 'HANDED'";

    NOTE_DECISION = "update payroll_rail_payments set decided_by = $3 where statement_id = $1 and line = $2";

    /// Payments that an operator answered after the moment $3 and the rail did not yet, after line $2.
    DECIDED_PAYMENTS = store::text!("select ", Outgoing::LIST, ", handed_at_us, state = 'SETTLED'
        from payroll_rail_payments
        where statement_id = $1 and line > $2 and decided_by is not null and rail_answer is null
            and answered_at_us > $3
        order by line limit $4");

    NOTE_RAIL_ANSWER = "update payroll_rail_payments set rail_answer = $3
        where statement_id = $1 and line = $2 and rail_answer is null";

    /// Any payment of the statement that has no answer yet. Answers begin with the first ones, so the last ones are
    /// looked at first.
    ANY_OPEN_PAYMENT = "select line from payroll_rail_payments where statement_id = $1 and state = 'HANDED'
        order by line desc limit 1";
}

pub(crate) fn insert(tx: &mut Tx, id: StatementId, outgoing: &[&Outgoing], at: Instant) -> Result<()> {
    if outgoing.is_empty() {
        return Ok(());
    }
    let lines: Vec<i64> = outgoing.iter().map(|payment| payment.line).collect();
    let bics: Vec<&str> = outgoing.iter().map(|payment| payment.bic.as_str()).collect();
    let accounts: Vec<&str> = outgoing.iter().map(|payment| payment.account.as_str()).collect();
    let amounts: Vec<i64> = outgoing.iter().map(|payment| payment.amount.minor()).collect();
    let columns = [
        Column::Same(Value::from(id.bytes())),
        Column::Integers(&lines),
        Column::Texts(&bics),
        Column::Texts(&accounts),
        Column::Integers(&amounts),
        Column::Same(Value::from(at)),
    ];
    tx.insert_bulk(&INSERT_PAYMENT, &columns).map(drop)
}

/// Returns the payments of the statement that have no answer, after the line `after`, at most `limit`.
pub(crate) fn open(
    tx: &mut Tx,
    statement: &StatementHeader,
    after: i64,
    limit: usize,
) -> Result<Vec<RailPayment>> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rows = tx.select(&OPEN_PAYMENTS, params![statement.id.bytes(), after, limit])?;
    Ok(rows.into_iter().map(|(sent, at)| payment(sent, at, statement)).collect())
}

fn payment(sent: Outgoing, handed_at: Instant, statement: &StatementHeader) -> RailPayment {
    let Outgoing { line, bic, account, amount } = sent;
    RailPayment { id: PaymentId::of(statement, line), bic, account, amount, handed_at }
}

pub(crate) fn note_decision(tx: &mut Tx, id: StuckId, operator: &str) -> Result<()> {
    tx.execute_one(&NOTE_DECISION, params![id.statement.bytes(), id.line, operator])
}

/// Returns payments that an operator answered after `since` and the rail did not yet, after the line `after`, each with
/// `true` when it was settled.
pub(crate) fn decided(
    tx: &mut Tx,
    statement: &StatementHeader,
    after: i64,
    since: Instant,
    limit: usize,
) -> Result<Vec<(RailPayment, bool)>> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rows = tx.select(&DECIDED_PAYMENTS, params![statement.id.bytes(), after, since, limit])?;
    let decided = rows.into_iter();
    Ok(decided.map(|(sent, at, is_settled)| (payment(sent, at, statement), is_settled)).collect())
}

/// Returns `true` when an operator answered a payment of the statement after `since` and the rail did not yet.
pub(crate) fn has_decided(tx: &mut Tx, id: StatementId, since: Instant) -> Result<bool> {
    Ok(tx.query_optional(&DECIDED_PAYMENTS, params![id.bytes(), 0, since, 1])?.is_some())
}

/// Writes down what the rail says of a payment that an operator answered; `false` when that was done before.
pub(crate) fn note_rail_answer(tx: &mut Tx, id: StuckId, is_settled: bool) -> Result<bool> {
    let answer = if is_settled { "SETTLED" } else { "RETURNED" };
    Ok(tx.execute(&NOTE_RAIL_ANSWER, params![id.statement.bytes(), id.line, answer])? == 1)
}

pub(crate) fn has_open(tx: &mut Tx, id: StatementId) -> Result<bool> {
    Ok(tx.query_optional(&ANY_OPEN_PAYMENT, params![id.bytes()])?.is_some())
}

/// Settles payments without an answer; `false` when one had an answer.
pub(crate) fn settle(tx: &mut Tx, id: StatementId, lines: &[i64], at: Instant) -> Result<bool> {
    answer(tx, id, lines, "SETTLED", Column::Same(Value::Null), at)
}

/// Returns payments without an answer, each for its reason; `false` when one had an answer.
pub(crate) fn give_back(
    tx: &mut Tx,
    id: StatementId,
    lines: &[i64],
    reasons: &[&str],
    at: Instant,
) -> Result<bool> {
    answer(tx, id, lines, "RETURNED", Column::Texts(reasons), at)
}

fn answer(
    tx: &mut Tx,
    id: StatementId,
    lines: &[i64],
    state: &'static str,
    reasons: Column<'_>,
    at: Instant,
) -> Result<bool> {
    let columns = [
        Column::Same(Value::from(id.bytes())),
        Column::Integers(lines),
        Column::Same(Value::from(state)),
        Column::Same(Value::from(at)),
        reasons,
    ];
    Ok(tx.update_bulk(&ANSWER_PAYMENT, &columns)?.is_empty())
}
