//! The decisions of an operator: about a payment to which the rail gives no answer, and about the account that
//! unclaimed money is paid to.

use accounts::ledger::{self, Draft, EntryKind, InternalAccount, LedgerAccountId, LedgerError};
use kernel::{AccountNumber, Currency, Money};
use serde_json::json;
use store::Tx;

use super::{Operating, StuckError, check_moving, checked_reason};
use crate::catalogue::{Code, Reason};
use crate::rail::RailAnswer;
use crate::statement::StatementHeader;
use crate::store::{findings, outcomes, payments, statements, unclaimed};
use crate::stuck::StuckId;
use crate::work::announce;
use crate::work::execute::{Desk, entry, write_answers};
use crate::work::job_kind::RAIL;
use crate::work::order::withdraw;
use crate::work::payment_orders::SEND;
use crate::work::unclaimed_orders::SETTLE_UNCLAIMED;

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

/// Pays the unclaimed money of a transfer to an account of the same company, and tells its sender where it is now.
pub fn claim(
    tx: &mut Tx,
    operating: &Operating,
    id: StuckId,
    to: &AccountNumber,
    reason: &str,
) -> Result<Money, StuckError> {
    checked_reason(reason)?;
    check_moving(tx)?;
    let now = operating.clock.now();
    let header = statements::header(tx, id.statement)?.ok_or(StuckError::NotUnclaimed)?;
    let amount = pay_out(tx, operating.desk(&operating.author()), &header, id, to)?;
    withdraw(tx, &SETTLE_UNCLAIMED, (&header, id.line), (&operating.operator, reason), now)?;
    let detail = json!({
        "line": id.line, "amount": amount.to_string(), "account": to.as_str(), "reason": reason,
    });
    let entry = operating.entry(now, "payroll_payment.claimed", id, &header);
    audit::record(tx, entry.detail(detail))?;
    Ok(amount)
}

/// Pays unclaimed money out to an account of the company, and returns how much it was.
pub(in crate::work) fn pay_out(
    tx: &mut Tx,
    desk: Desk<'_>,
    header: &StatementHeader,
    id: StuckId,
    to: &AccountNumber,
) -> Result<Money, StuckError> {
    let (now, rur) = (desk.clock.now(), Currency::RUR);
    let amount = unclaimed::at(tx, id)?.ok_or(StuckError::NotUnclaimed)?;
    if !unclaimed::is_own_account(tx, to, &header.cnum)? {
        return Err(StuckError::NoAccount);
    }
    if !unclaimed::claim(tx, id, to, now)? {
        return Err(StuckError::Changed);
    }
    outcomes::tell_claimed(tx, id, to)?;
    findings::tell_claimed(tx, id, to)?;
    if header.state.reason().is_some_and(|reason| reason.code == Code::D16)
        && !unclaimed::has_any(tx, id.statement)?
    {
        statements::tell(tx, header, &Reason::with(Code::D15, [to.as_str()]))?;
    }
    announce::state(tx, header, now)?;
    let key = format!("claim:{}", id.line);
    let draft = Draft::new(entry(desk, header, &key, EntryKind::PaymentReturn)?)
        .debit(InternalAccount::Unclaimed.in_currency(rur), rur, amount)
        .credit(LedgerAccountId::from(to), rur, amount);
    let entry = draft.balanced().map_err(|error| StuckError::Failed(error.to_string()))?;
    match ledger::post(tx, &entry) {
        Ok(_) => Ok(amount),
        Err(LedgerError::Refused { .. }) => Err(StuckError::NoAccount),
        Err(LedgerError::Store(error)) => Err(error.into()),
        Err(error) => Err(StuckError::Failed(error.to_string())),
    }
}
