//! The units that write down what became of payments to other banks, and the rail that comes with the program.

use accounts::ledger::{
    self, Draft, EntryKind, InternalAccount, LedgerAccountId, open_internal_accounts, refusal_of_credit,
};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use jobs::{JobError, Lease};
use kernel::{Currency, Instant, Money};
use store::{Column, Store, StoreError, Tx, Value, params};

use super::{Context, of_ledger};
use crate::catalogue::Code;
use crate::identifier::StatementId;
use crate::lifecycle::StatementStatus;
use crate::rail::{
    OutgoingRail, PAYMENTS_AT_ONCE_MAX, PaymentId, RETURN_REASON_CHARACTERS_MAX, RailAnswer, RailFault,
    RailPayment, embedded_answer,
};
use crate::statement::StatementHeader;
use crate::store::{codec, dictionaries};
use crate::transfer_status::Outcome;

store::queries! {
    /// Payments of a statement that have no answer yet, after line $2.
    OPEN_PAYMENTS = "select line, bic, account, amount_minor from payroll_rail_payments
        where statement_id = $1 and line > $2 and state = 'HANDED' order by line limit $3";

    /// The answer to a payment that has none.
    ANSWER_PAYMENT = "update payroll_rail_payments set state = $3, answered_at_us = $4, return_reason = $5
        where statement_id = $1 and line = $2 and state = 'HANDED'";

    /// What became of a transfer that was on its way.
    ANSWER_OUTCOME = "update payroll_outcomes set outcome = $3, reason_code = $4, reason_parameters = $5, changed_at_us = $6
        where statement_id = $1 and line = $2 and outcome = 'PENDING'";

    /// What has reached employees, and how many came back.
    ADD_ANSWERS = "update payroll_statements set executed_minor = executed_minor + $2, declined_count = declined_count + $3
        where statement_id = $1 and state = 'PROCESSING'";
}

/// The payments of the statement that have no answer, after `line`, as many as the rail is told of at once.
pub(super) fn open_payments(
    tx: &mut Tx,
    statement: &StatementHeader,
    line: i64,
) -> Result<Vec<RailPayment>, StoreError> {
    let limit = i64::try_from(PAYMENTS_AT_ONCE_MAX).unwrap_or(i64::MAX);
    let rows = tx.query(&OPEN_PAYMENTS, params![statement.id.bytes(), line, limit])?;
    let payment = |row: &store::Row| {
        Ok(RailPayment {
            id: PaymentId { statement: statement.id, line: row.integer("line")? },
            bic: row.parse("bic")?,
            account: row.parse("account")?,
            amount: Money::from_minor(row.integer("amount_minor")?),
        })
    };
    rows.iter().map(payment).collect()
}

/// The statement whose answers are to be asked for; the job is gone when there is nothing to ask.
pub(super) fn begin(
    tx: &mut Tx,
    lease: &Lease,
    id: StatementId,
    now: Instant,
) -> Result<Option<StatementHeader>, JobError> {
    lease.check(tx, now)?;
    let statement = super::statement(tx, id)?;
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
    context: &Context,
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
    post(tx, context, statement, first.id.line, sums)?;
    let count = i64::try_from(returned.len()).unwrap_or(i64::MAX);
    tx.execute_one(&ADD_ANSWERS, params![statement.id.bytes(), sums.0, count]).map_err(super::of_lost_row)
}

fn sum_of(statement: &StatementHeader, some: &[&Answered]) -> Result<Money, JobError> {
    Money::checked_sum(some.iter().map(|(payment, _)| payment.amount)).ok_or_else(|| too_much(statement))
}

fn too_much(statement: &StatementHeader) -> JobError {
    JobError::Failed(format!("the payments of {} leave the range of an amount", statement.id))
}

fn post(
    tx: &mut Tx,
    context: &Context,
    statement: &StatementHeader,
    line: i64,
    (settled, returned): (Money, Money),
) -> Result<(), JobError> {
    let rur = Currency::RUR;
    let internal = |account: InternalAccount| account.in_currency(rur);
    let kind = if settled.is_positive() { EntryKind::OutgoingPayment } else { EntryKind::PaymentReturn };
    let answered = settled.checked_add(returned).ok_or_else(|| too_much(statement))?;
    // A payment is answered once, so its line names the bunch of answers that begins with it.
    let mut draft = Draft::new(context.entry(statement, &format!("answers:{line}"), kind)?).debit(
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

/// The debit account, unless it was closed or filled up while the money was away: then the bank keeps the money for its
/// owner.
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
    tracing::warn!(statement.id = %id, "money of statement {id} came back for an account that takes nothing: {refusal}");
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
    let same = |value: Value| Column::Same(value);
    let (id, at) = (Value::from(statement.id.bytes()), Value::from(now));
    let payments = [
        same(id.clone()),
        Column::Integers(&lines),
        same(Value::from("SETTLED")),
        same(at.clone()),
        same(Value::Null),
    ];
    all_changed(&tx.update_bulk(&ANSWER_PAYMENT, &payments)?)?;
    let outcomes = [
        same(id),
        Column::Integers(&lines),
        same(Value::from(Outcome::Settled.as_str())),
        same(Value::Null),
        same(Value::Null),
        same(at),
    ];
    all_changed(&tx.update_bulk(&ANSWER_OUTCOME, &outcomes)?)
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
    let reasons: Vec<[String; 2]> = returned.iter().map(|(_, answer)| reason_of(answer)).collect();
    let parameters: Vec<String> = reasons.iter().map(|reason| codec::parameters_text(reason)).collect();
    let reasons: Vec<&str> = reasons.iter().map(|[russian, _]| russian.as_str()).collect();
    let parameters: Vec<&str> = parameters.iter().map(String::as_str).collect();
    let same = |value: Value| Column::Same(value);
    let (id, at) = (Value::from(statement.id.bytes()), Value::from(now));
    let payments = [
        same(id.clone()),
        Column::Integers(&lines),
        same(Value::from("RETURNED")),
        same(at.clone()),
        Column::Texts(&reasons),
    ];
    all_changed(&tx.update_bulk(&ANSWER_PAYMENT, &payments)?)?;
    let outcomes = [
        same(id),
        Column::Integers(&lines),
        same(Value::from(Outcome::Declined.as_str())),
        same(Value::from(Code::D04.as_str())),
        Column::Texts(&parameters),
        same(at),
    ];
    all_changed(&tx.update_bulk(&ANSWER_OUTCOME, &outcomes)?)
}

/// What the rail says in Russian and in English, within bounds: it is another system.
fn reason_of(answer: &RailAnswer) -> [String; 2] {
    let RailAnswer::Returned { reason } = answer else { return [String::new(), String::new()] };
    [&reason.russian, &reason.english].map(|text| {
        text.chars().filter(|letter| !letter.is_control()).take(RETURN_REASON_CHARACTERS_MAX).collect()
    })
}

/// An answer for a payment that has one already belongs to a worker that is too late.
const fn all_changed(unchanged: &[usize]) -> Result<(), JobError> {
    if unchanged.is_empty() { Ok(()) } else { Err(JobError::Lost) }
}

/// The rail that comes with the program: it answers at once, by the rule of [`embedded_answer`] over the banks that the
/// bank has imported. What it answered is kept in the table of payments.
#[derive(Clone, Debug)]
pub struct EmbeddedRail {
    store: Store,
}

impl EmbeddedRail {
    /// A rail over the banks in `store`.
    #[must_use]
    pub const fn new(store: Store) -> Self {
        Self { store }
    }
}

impl OutgoingRail for EmbeddedRail {
    fn submit<'a>(
        &'a self,
        payments: &'a [RailPayment],
    ) -> BoxFuture<'a, Result<Vec<Option<RailAnswer>>, RailFault>> {
        async move {
            let banks = self.store.read("payroll.rail_banks", dictionaries::other_banks).await;
            let banks = banks.map_err(|error| RailFault(error.to_string()))?.into_iter().collect();
            Ok(payments.iter().map(|payment| Some(embedded_answer(payment, &banks))).collect())
        }
        .boxed()
    }
}
