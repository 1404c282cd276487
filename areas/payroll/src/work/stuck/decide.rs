//! The decision about a payment to which the rail gives no answer.

use kernel::Money;
use serde_json::json;
use store::Tx;

use super::{Operating, StuckError, check_moving, checked_reason};
use crate::rail::RailAnswer;
use crate::store::{payments, statements};
use crate::stuck::StuckId;
use crate::work::execute::write_answers;
use crate::work::job_kind::RAIL;
use crate::work::order_names::withdraw;
use crate::work::payment_orders::SEND;

/// Writes down that a payment settled or came back, and moves its money as for an answer of the rail. The job that asks
/// the rail ends the statement, and compares what the rail says later with the decision.
pub fn decide(
    tx: &mut Tx,
    operating: &Operating,
    id: StuckId,
    answer: &RailAnswer,
    reason: &str,
) -> Result<Money, StuckError> {
    checked_reason(reason)?;
    check_moving(tx)?;
    let now = operating.clock.now();
    let header = statements::header(tx, id.statement)?.ok_or(StuckError::NotUnanswered)?;
    let open = payments::open(tx, &header, id.line.saturating_sub(1), 1)?;
    let payment = open.into_iter().find(|open| open.id.line == id.line).ok_or(StuckError::NotUnanswered)?;
    // Its last payments are not there yet, and the job that asks the rail would take it for finished.
    if header.done_through_line < header.lines_count {
        return Err(StuckError::StillExecuted);
    }
    let amount = payment.amount;
    write_answers(tx, operating.desk(&operating.author()), &header, &[(payment, answer.clone())], now)?;
    payments::note_decision(tx, id, &operating.operator)?;
    withdraw(tx, &SEND, (&header, id.line), (&operating.operator, reason), now)?;
    let action = match answer {
        RailAnswer::Settled => "payroll_payment.settled",
        RailAnswer::Returned { .. } => "payroll_payment.returned",
    };
    let detail = json!({ "line": id.line, "amount": amount.to_string(), "reason": reason });
    audit::record(tx, operating.entry(now, action, id, &header).detail(detail))?;
    jobs::enqueue(tx, RAIL, &id.statement.to_string(), now)?;
    Ok(amount)
}
