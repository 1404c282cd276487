//! The entries for transfers that the bank has executed: the ledger follows what the bank says.

use std::collections::BTreeSet;

use accounts::ledger::{
    Credit, EntryKind, InternalAccount, Keeper, LedgerAccountId, Paid, Payout, keeper,
    open_internal_accounts, pay_from_hold, release_part,
};
use jobs::JobError;
use kernel::{Currency, Money};
use store::Tx;

use super::common::{entry, of_ledger, of_lost_row, payments_of, payout, signers};
use crate::conversion_terms::DayLimit;
use crate::execution::{Admitted, Declined, PayableLine, Payments, bought_currencies, hold_id};
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::{conversions, outcomes, payable, progress};

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
        conversions::hold_day(tx, currency, day)?;
    }
    let admitted = Admitted { payout: std::borrow::Cow::Borrowed(&payout), declined: Vec::new() };
    let beside = |tx: &mut Tx, paid: &Paid| {
        for (currency, purchase) in admitted.purchases(&paid.refused).ok_or(JobError::Changed)? {
            // The bank has sold it: its limit is no longer the question.
            let most = DayLimit::Currency(Money::from_minor(i64::MAX)).most();
            if !conversions::sell(tx, currency, day, purchase, most)? {
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
    let mut lines = payable::lines(tx, statement.id, first - 1, *last)?;
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
