//! The units that write down the answers of the rail and move their money.

use accounts::ledger::{
    self, Draft, EntryKind, InternalAccount, LedgerAccountId, open_internal_accounts, refusal_of_credit,
};
use jobs::{JobError, Lease};
use kernel::{Currency, Instant, Money};
use store::Tx;

use super::common::{entry, of_ledger, of_lost_row, statement};
use crate::catalogue::{Code, Reason};
use crate::execution::Declined;
use crate::identifier::StatementId;
use crate::lifecycle::StatementStatus;
use crate::rail::{RailAnswer, RailPayment};
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::{outcomes, payments, progress};

/// Returns the statement whose answers are to be asked for; ends the job when there is nothing to ask.
pub(super) fn begin(
    tx: &mut Tx,
    lease: &Lease,
    id: StatementId,
    now: Instant,
) -> Result<Option<StatementHeader>, JobError> {
    lease.check(tx, now)?;
    let statement = statement(tx, id)?;
    if statement.state.status() == StatementStatus::Processing {
        return Ok(Some(statement));
    }
    lease.complete(tx)?;
    Ok(None)
}

/// A payment with its answer.
pub(super) type Answered = (RailPayment, RailAnswer);

/// Writes answers down and moves the money: settled payments leave the bank, returned ones go back to the payer.
pub(super) fn take_answers(
    tx: &mut Tx,
    state: &PayrollState,
    lease: &Lease,
    statement: &StatementHeader,
    answers: &[Answered],
    now: Instant,
) -> Result<(), JobError> {
    lease.progress(tx, now)?;
    let (settled, returned): (Vec<&Answered>, Vec<&Answered>) =
        answers.iter().partition(|(_, answer)| *answer == RailAnswer::Settled);
    write_settled(tx, statement, &settled, now)?;
    write_returned(tx, statement, &returned, now)?;
    let Some((first, _)) = answers.first() else { return Ok(()) };
    let sums = (sum_of(statement, &settled)?, sum_of(statement, &returned)?);
    progress::add_answers(tx, statement.id, sums.0, returned.len()).map_err(of_lost_row)?;
    // The last of all, because it changes accounts that everybody posts to.
    post(tx, state, statement, first.id.line, sums)
}

fn sum_of(statement: &StatementHeader, some: &[&Answered]) -> Result<Money, JobError> {
    Money::checked_sum(some.iter().map(|(payment, _)| payment.amount)).ok_or_else(|| too_much(statement))
}

fn too_much(statement: &StatementHeader) -> JobError {
    JobError::Failed(format!("the payments of {} leave the range of an amount", statement.id))
}

fn post(
    tx: &mut Tx,
    state: &PayrollState,
    statement: &StatementHeader,
    line: i64,
    (settled, returned): (Money, Money),
) -> Result<(), JobError> {
    let rur = Currency::RUR;
    let internal = |account: InternalAccount| account.in_currency(rur);
    let kind = if settled.is_positive() { EntryKind::OutgoingPayment } else { EntryKind::PaymentReturn };
    let answered = settled.checked_add(returned).ok_or_else(|| too_much(statement))?;
    // A payment is answered once, so its line names the bunch of answers that begins with it.
    let mut draft = Draft::new(entry(state, statement, &format!("answers:{line}"), kind)?).debit(
        internal(InternalAccount::OutgoingPayments),
        rur,
        answered,
    );
    if settled.is_positive() {
        draft = draft.credit(internal(InternalAccount::Correspondent), rur, settled);
    }
    if returned.is_positive() {
        draft = draft.credit(returns_to(tx, statement, returned)?, rur, returned);
    }
    let entry = draft.balanced().map_err(|error| JobError::Failed(error.to_string()))?;
    ledger::post(tx, &entry).map(drop).map_err(of_ledger)
}

/// Returns the debit account, unless it was closed or filled up while the money was away: then the bank keeps the money
/// for its owner.
fn returns_to(
    tx: &mut Tx,
    statement: &StatementHeader,
    returned: Money,
) -> Result<LedgerAccountId, JobError> {
    let account = LedgerAccountId::from(&statement.terms.account);
    let Some(refusal) = refusal_of_credit(tx, &account, Currency::RUR, returned)? else {
        return Ok(account);
    };
    let id = statement.id;
    tracing::warn!(
        statement.id = %id,
        "money of statement {id} came back for an account that takes nothing: {refusal}"
    );
    open_internal_accounts(tx, Currency::RUR)?;
    Ok(InternalAccount::Unclaimed.in_currency(Currency::RUR))
}

fn write_settled(
    tx: &mut Tx,
    statement: &StatementHeader,
    settled: &[&Answered],
    now: Instant,
) -> Result<(), JobError> {
    if settled.is_empty() {
        return Ok(());
    }
    let lines: Vec<i64> = settled.iter().map(|(payment, _)| payment.id.line).collect();
    all_changed(payments::settle(tx, statement.id, &lines, now)?)?;
    all_changed(outcomes::settle(tx, statement.id, &lines, now)?)
}

fn write_returned(
    tx: &mut Tx,
    statement: &StatementHeader,
    returned: &[&Answered],
    now: Instant,
) -> Result<(), JobError> {
    if returned.is_empty() {
        return Ok(());
    }
    let lines: Vec<i64> = returned.iter().map(|(payment, _)| payment.id.line).collect();
    let reasons: Vec<[String; 2]> = returned.iter().map(|(_, answer)| answer.return_reason()).collect();
    let texts: Vec<&str> = reasons.iter().map(|[russian, _]| russian.as_str()).collect();
    all_changed(payments::give_back(tx, statement.id, &lines, &texts, now)?)?;
    let declined: Vec<Declined> = lines
        .into_iter()
        .zip(reasons.iter().cloned())
        .map(|(line, reason)| Declined { line, reason: Reason::with(Code::D04, reason) })
        .collect();
    all_changed(outcomes::decline(tx, statement.id, &declined, now)?)
}

/// Ends the unit of a worker that is too late: the payment has an answer already.
const fn all_changed(all: bool) -> Result<(), JobError> {
    if all { Ok(()) } else { Err(JobError::Changed) }
}
