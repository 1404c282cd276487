//! The entries for what the bank says: of transfers that it has executed, so that the ledger follows, and of payments
//! that came back after they had settled.

use std::collections::BTreeSet;

use accounts::ledger::{
    Credit, EntryKind, InternalAccount, Keeper, LedgerAccountId, Paid, Payout, keeper,
    open_internal_accounts, pay_from_hold, release_part,
};
use audit::Actor;
use jobs::JobError;
use kernel::{Currency, Money};
use store::Tx;

use super::Desk;
use super::answers::{book_return, keep_unclaimed, returns_to};
use super::common::{entry, of_ledger, of_lost_row, payments_of, payout, signers};
use crate::catalogue::{Code, Reason};
use crate::conversion_terms::DayLimit;
use crate::execution::{Admitted, Declined, PayableLine, Payments, bought_currencies, hold_id};
use crate::rail::{PaymentId, RailAnswer, RailPayment};
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::{dictionaries, findings, outcomes, progress, transfers, unclaimed};
use crate::stuck::StuckId;
use crate::work::announce;

/// Writes outcomes that the bank gave to transfers without one, and moves the money of those that it executed out of
/// the hold. What an account here does not take has left this bank's ledger all the same, because the bank says so.
/// Where the core keeps the accounts, the money is no longer held, and the core tells the bookings by its feed.
pub(in crate::work) fn book(
    tx: &mut Tx,
    state: &PayrollState,
    statement: &StatementHeader,
    executed: &[i64],
    declined: &[Declined],
) -> Result<(), JobError> {
    let lines = payable_lines(tx, statement, executed)?;
    let sum = Money::checked_sum(lines.iter().map(|line| line.amount));
    let sum = sum.ok_or_else(|| JobError::Failed(format!("the lines of {} are too much", statement.id)))?;
    if lines.is_empty() {
        return write_outcomes(tx, state, statement, (executed, sum), declined);
    }
    if keeper(tx)? == Keeper::Core {
        let from = LedgerAccountId::from(&statement.terms.account);
        if !release_part(tx, &hold_id(statement.id), &from, sum, state.clock.now())? {
            return Err(JobError::Failed(format!(
                "less is held for {} than the bank has paid",
                statement.id
            )));
        }
        return write_outcomes(tx, state, statement, (executed, sum), declined);
    }
    open_internal_accounts(tx, Currency::RUR)?;
    let payout = payout_to(tx, state, statement, &lines)?;
    let day = state.settings.zone.date_of(state.clock.now());
    for currency in bought_currencies(&payout) {
        dictionaries::hold_day(tx, currency, day)?;
    }
    let admitted = Admitted { payout: std::borrow::Cow::Borrowed(&payout), declined: Vec::new() };
    let beside = |tx: &mut Tx, paid: &Paid| {
        for (currency, purchase) in admitted.purchases(&paid.refused).ok_or(JobError::Changed)? {
            // The bank has sold it: its limit is no longer the question.
            let most = DayLimit::Currency(Money::from_minor(i64::MAX)).most();
            if !dictionaries::sell(tx, currency, day, purchase, most)? {
                return Err(JobError::Failed(format!("the sales of {currency} leave their range")));
            }
        }
        let elsewhere: BTreeSet<u32> = paid.refused.iter().map(|refused| refused.payee).collect();
        let left = lines.iter().filter(|line| elsewhere.contains(&line.line));
        let left: Vec<Credit> = left.map(away).collect();
        let write = |tx: &mut Tx| write_outcomes(tx, state, statement, (executed, sum), declined);
        if left.is_empty() {
            return write(tx);
        }
        tracing::warn!(statement.id = %statement.id, "{} transfers reached no account here", left.len());
        let payout = payout_of(tx, state, statement, "elsewhere", left)?;
        pay_from_hold(tx, &payout, |tx: &mut Tx, _| write(tx)).map_err(of_ledger)?
    };
    pay_from_hold(tx, &payout, beside).map_err(of_ledger)?
}

fn write_outcomes(
    tx: &mut Tx,
    state: &PayrollState,
    statement: &StatementHeader,
    (executed, sum): (&[i64], Money),
    declined: &[Declined],
) -> Result<(), JobError> {
    let now = state.clock.now();
    let is_settled = executed.is_empty() || outcomes::settle(tx, statement.id, executed, now)?;
    let is_declined = declined.is_empty() || outcomes::decline(tx, statement.id, declined, now)?;
    if !is_settled || !is_declined {
        return Err(JobError::Changed);
    }
    progress::add_answers(tx, statement.id, sum, declined.len()).map_err(of_lost_row)
}

/// Reads transfers by their lines, which are in their order.
fn payable_lines(
    tx: &mut Tx,
    statement: &StatementHeader,
    wanted: &[i64],
) -> Result<Vec<PayableLine>, JobError> {
    let wanted: BTreeSet<i64> = wanted.iter().copied().collect();
    let (Some(first), Some(last)) = (wanted.first(), wanted.last()) else { return Ok(Vec::new()) };
    let mut lines = transfers::payable(tx, statement.id, first - 1, *last)?;
    lines.retain(|line| wanted.contains(&i64::from(line.line)));
    if lines.len() == wanted.len() {
        return Ok(lines);
    }
    Err(JobError::Failed(format!("lines of {} are missing", statement.id)))
}

/// Credits employees of this bank, and the correspondent account for all others.
fn payout_to(
    tx: &mut Tx,
    state: &PayrollState,
    statement: &StatementHeader,
    lines: &[PayableLine],
) -> Result<Payout, JobError> {
    let Payments { mut credits, declined, .. } = payments_of(tx, state, statement, lines.to_vec())?;
    let outgoing = InternalAccount::OutgoingPayments.in_currency(Currency::RUR);
    for credit in credits.iter_mut().filter(|credit| credit.account == outgoing) {
        credit.account = InternalAccount::Correspondent.in_currency(Currency::RUR);
    }
    let unknown: BTreeSet<i64> = declined.iter().map(|one| one.line).collect();
    credits.extend(lines.iter().filter(|line| unknown.contains(&i64::from(line.line))).map(away));
    payout_of(tx, state, statement, "executed", credits)
}

/// The credit of a transfer to an account that this ledger does not keep.
fn away(line: &PayableLine) -> Credit {
    let account = InternalAccount::Correspondent.in_currency(Currency::RUR);
    Credit { payee: line.line, account, currency: Currency::RUR, amount: line.amount, cost: line.amount }
}

fn payout_of(
    tx: &mut Tx,
    state: &PayrollState,
    statement: &StatementHeader,
    step: &str,
    credits: Vec<Credit>,
) -> Result<Payout, JobError> {
    // A transfer is executed once, so the first one names the bunch.
    let first = credits.iter().map(|credit| credit.payee).min().unwrap_or_default();
    let mut header = entry(state.into(), statement, &format!("bank:{step}:{first}"), EntryKind::Payroll)?;
    header.authors = signers(tx, statement)?;
    payout(statement, header, credits)
}

/// Books what came back of a payment to another bank, under the bank's name of it and for its reason. The caller has
/// seen that it had settled. A core that keeps the accounts books the return itself.
pub(in crate::work) fn book_returned(
    tx: &mut Tx,
    state: &PayrollState,
    statement: &StatementHeader,
    payment: RailPayment,
    (name, answer): (&str, RailAnswer),
    author: &Actor,
) -> Result<(), JobError> {
    let now = state.clock.now();
    let (line, amount) = (payment.id.line, payment.amount);
    let id = StuckId { statement: statement.id, line };
    let [reason, english] = answer.return_reason();
    unclaimed::insert_return(tx, (name, &reason), id, amount, now)?;
    let mut is_taken = true;
    if keeper(tx)? == Keeper::Ledger {
        let back = returns_to(tx, statement, amount)?;
        is_taken = back.is_taken;
        if !is_taken {
            keep_unclaimed(tx, state.into(), statement, &[&(payment, answer)], now)?;
        }
        let desk = Desk::from(state).by(author);
        book_return(tx, desk, statement, (line, &reason), amount, back.account)?;
    }
    let code = if is_taken { Code::D27 } else { Code::D28 };
    let day = state.settings.zone.date_of(now).to_string();
    let account = statement.terms.account.to_string();
    findings::add(tx, id, &Reason::with(code, [reason, english, day, amount.to_string(), account]))?;
    for transfer in outcomes::between(tx, statement.id, line - 1, line)? {
        announce::returned(tx, statement, (line, transfer.order_number), (amount, code), now)?;
    }
    Ok(())
}

/// Returns the payment of a transfer; none of a transfer that was paid inside this bank, so that nothing can come back.
pub(in crate::work) fn paid_outside(
    tx: &mut Tx,
    state: &PayrollState,
    statement: &StatementHeader,
    line: i64,
) -> Result<Option<RailPayment>, JobError> {
    let lines = transfers::payable(tx, statement.id, line.saturating_sub(1), line)?;
    let Some(transfer) = lines.into_iter().next() else { return Ok(None) };
    let Some(bic) = transfer.bic.filter(|bic| *bic != state.settings.bic) else { return Ok(None) };
    Ok(Some(RailPayment {
        id: PaymentId::of(statement, line),
        bic,
        account: transfer.account,
        amount: transfer.amount,
        handed_at: state.clock.now(),
    }))
}
