//! The units that write down the answers of the rail and move their money.

use accounts::ledger::{
    Draft, EntryKind, InternalAccount, LedgerAccountId, await_returns, open_internal_accounts,
    refusal_of_credit,
};
use jobs::{JobError, Lease};
use kernel::{Currency, Instant, Money};
use orders::Player;
use serde_json::json;
use store::Tx;

use super::common::{Desk, entry, of_lost_row, post, statement};
use super::finish::is_watched;
use crate::catalogue::{Code, Reason};
use crate::execution::{Declined, hold_id};
use crate::identifier::StatementId;
use crate::lifecycle::StatementStatus;
use crate::rail::{RailAnswer, RailPayment};
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::{outcomes, payments, progress, unclaimed};
use crate::work::{announce, trail, unclaimed_orders};

/// Returns the statement whose answers are to be asked for, or compared with the decisions of an operator; ends the job
/// when there is nothing to ask.
pub(super) fn begin(
    tx: &mut Tx,
    lease: &Lease,
    id: StatementId,
    now: Instant,
) -> Result<Option<StatementHeader>, JobError> {
    lease.check(tx, now)?;
    let statement = statement(tx, id)?;
    if statement.state.status() == StatementStatus::Processing {
        // Payments that an older program handed over.
        await_returns(tx, &LedgerAccountId::from(&statement.terms.account), &hold_id(id))?;
        return Ok(Some(statement));
    }
    if is_watched(tx, id, now)? {
        return Ok(Some(statement));
    }
    lease.complete(tx)?;
    Ok(None)
}

pub(in crate::work) type Answered = (RailPayment, RailAnswer);

/// Writes answers of the rail down, and moves the money.
pub(super) fn take_answers(
    tx: &mut Tx,
    state: &PayrollState,
    lease: &Lease,
    statement: &StatementHeader,
    answers: &[Answered],
    now: Instant,
) -> Result<(), JobError> {
    lease.progress(tx, now)?;
    write_answers(tx, state.into(), statement, answers, now)
}

/// Writes answers down and moves the money: settled payments leave the bank, returned ones go back to the payer.
pub(in crate::work) fn write_answers(
    tx: &mut Tx,
    desk: Desk<'_>,
    statement: &StatementHeader,
    answers: &[Answered],
    now: Instant,
) -> Result<(), JobError> {
    let (settled, returned): (Vec<&Answered>, Vec<&Answered>) =
        answers.iter().partition(|(_, answer)| *answer == RailAnswer::Settled);
    write_settled(tx, statement, &settled, now)?;
    let Some((first, _)) = answers.first() else { return Ok(()) };
    let sums = (sum_of(statement, &settled)?, sum_of(statement, &returned)?);
    let back = returns_to(tx, statement, sums.1)?;
    write_returned(tx, statement, &returned, back.is_taken, now)?;
    if !back.is_taken {
        keep_unclaimed(tx, desk, statement, &returned, now)?;
    }
    progress::add_answers(tx, statement.id, sums.0, returned.len()).map_err(of_lost_row)?;
    // The last of all, because it changes accounts that everybody posts to.
    book_answers(tx, desk, statement, first.id.line, sums, back.account)
}

fn sum_of(statement: &StatementHeader, some: &[&Answered]) -> Result<Money, JobError> {
    Money::checked_sum(some.iter().map(|(payment, _)| payment.amount)).ok_or_else(|| too_much(statement))
}

fn too_much(statement: &StatementHeader) -> JobError {
    JobError::Failed(format!("the payments of {} leave the range of an amount", statement.id))
}

fn book_answers(
    tx: &mut Tx,
    desk: Desk<'_>,
    statement: &StatementHeader,
    line: i64,
    (settled, returned): (Money, Money),
    back: LedgerAccountId,
) -> Result<(), JobError> {
    let rur = Currency::RUR;
    let internal = |account: InternalAccount| account.in_currency(rur);
    let kind = if settled.is_positive() { EntryKind::OutgoingPayment } else { EntryKind::PaymentReturn };
    let answered = settled.checked_add(returned).ok_or_else(|| too_much(statement))?;
    // A payment is answered once, so its line names the bunch of answers that begins with it.
    let mut draft = Draft::new(entry(desk, statement, &format!("answers:{line}"), kind)?).debit(
        internal(InternalAccount::OutgoingPayments),
        rur,
        answered,
    );
    if settled.is_positive() {
        draft = draft.credit(internal(InternalAccount::Correspondent), rur, settled);
    }
    if returned.is_positive() {
        draft = draft.credit(back, rur, returned);
    }
    post(tx, draft)
}

/// Posts money that another bank sent back after it had taken it.
pub(super) fn book_return(
    tx: &mut Tx,
    desk: Desk<'_>,
    statement: &StatementHeader,
    (line, reason): (i64, &str),
    amount: Money,
    back: LedgerAccountId,
) -> Result<(), JobError> {
    let rur = Currency::RUR;
    let mut header = entry(desk, statement, &format!("returned:{line}"), EntryKind::PaymentReturn)?;
    header.description = format!("Возврат перевода {line}: {}. {reason}", header.description);
    let draft = Draft::new(header)
        .debit(InternalAccount::Correspondent.in_currency(rur), rur, amount)
        .credit(back, rur, amount);
    post(tx, draft)
}

pub(super) struct Back {
    pub(super) account: LedgerAccountId,
    /// It is the debit account.
    pub(super) is_taken: bool,
}

/// Returns the debit account, unless it was closed or filled up while the money was away: then the bank keeps the money
/// for its owner.
pub(super) fn returns_to(
    tx: &mut Tx,
    statement: &StatementHeader,
    returned: Money,
) -> Result<Back, JobError> {
    let account = LedgerAccountId::from(&statement.terms.account);
    if !returned.is_positive() {
        return Ok(Back { account, is_taken: true });
    }
    let Some(refusal) = refusal_of_credit(tx, &account, Currency::RUR, returned)? else {
        return Ok(Back { account, is_taken: true });
    };
    let id = statement.id;
    tracing::warn!(
        statement.id = %id,
        "money of statement {id} came back for an account that takes nothing: {refusal}"
    );
    open_internal_accounts(tx, Currency::RUR)?;
    let account = InternalAccount::Unclaimed.in_currency(Currency::RUR);
    Ok(Back { account, is_taken: false })
}

/// Writes down which money the bank keeps, for operators and for the software of the company.
pub(super) fn keep_unclaimed(
    tx: &mut Tx,
    desk: Desk<'_>,
    statement: &StatementHeader,
    returned: &[&Answered],
    now: Instant,
) -> Result<(), JobError> {
    let payments: Vec<&RailPayment> = returned.iter().map(|(payment, _)| payment).collect();
    unclaimed::insert(tx, statement.id, &payments, now)?;
    if desk.settles_unclaimed == Player::Bank {
        unclaimed_orders::place(tx, statement, &payments, now)?;
    }
    announce::state(tx, statement, now)?;
    let lines: Vec<i64> = payments.iter().map(|payment| payment.id.line).collect();
    let entry = trail::of_program(desk.randomness, now, "payroll_payment.unclaimed", statement);
    Ok(audit::record(tx, entry.detail(json!({ "lines": lines })))?)
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
    is_taken: bool,
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
        .map(|(line, [russian, english])| {
            let account = statement.terms.account.to_string();
            let reason = if is_taken {
                Reason::with(Code::D04, [russian, english])
            } else {
                Reason::with(Code::D17, [russian, english, account])
            };
            Declined { line, reason }
        })
        .collect();
    all_changed(outcomes::decline(tx, statement.id, &declined, now)?)
}

/// Ends the unit of a worker that is too late: the payment has an answer already.
const fn all_changed(all: bool) -> Result<(), JobError> {
    if all { Ok(()) } else { Err(JobError::Changed) }
}
