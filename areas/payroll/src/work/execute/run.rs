//! The run of the job that moves the money of a statement: it goes on where the last one came to, and ends with the
//! next wait.
//!
//! Where payments to other banks are left without an answer, it hands the statement over to the job that asks for them
//! ([`run_rail`](super::run_rail)). A rail may be slow for hours: its jobs have workers of their own.

use std::collections::BTreeSet;

use accounts::ledger::{EntryKind, LedgerAccountId, Paid, Payout, await_returns, pay_from_hold};
use jiff::civil::Date;
use jobs::{JobError, Lease, Next};
use kernel::{Instant, Money};
use orders::NewOrder;
use store::Tx;

use super::common::{entry, money_unit, of_ledger, of_lost_row, payments_of, payout, signers};
use super::finish::{Ended, finish_or_hand_over};
use super::reserve::{Reserved, reserve};
use crate::conversion_terms::ConversionSettings;
use crate::execution::{
    Admitted, CHUNK_LINES, Declined, Outgoing, Payments, hold_id, part_description, parts, refused_by_ledger,
};
use crate::identifier::StatementId;
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::{outcomes, payments, progress, transfers};
use crate::work::conversions;
use crate::work::job_kind::RAIL;
use crate::work::payment_orders::{SEND, orders_for};

/// Moves the money of the statement that the lease names.
pub(crate) async fn run(state: &PayrollState, id: StatementId, lease: &Lease) -> Result<Next, JobError> {
    let own = lease.clone();
    let unit = move |tx: &mut Tx, state: &PayrollState| reserve(tx, state, &own, id, state.clock.now());
    let statement = match money_unit(state, "payroll.reserve", unit).await? {
        Reserved::NotBefore(moment) => return Ok(Next::Again(moment)),
        Reserved::Over => return Ok(Next::Completed),
        Reserved::Working(statement) => *statement,
    };
    let ended = if let Some(ended) = pay_chunks(state, lease, &statement).await? {
        ended
    } else {
        // An earlier run has paid the last chunk.
        let own = lease.clone();
        let unit = move |tx: &mut Tx, state: &PayrollState| {
            let now = state.clock.now();
            own.check(tx, now)?;
            finish_or_hand_over(tx, &own, id, now)
        };
        money_unit(state, "payroll.finish", unit).await?
    };
    if ended == Ended::OnTheRail {
        state.wake.notify(RAIL);
    }
    Ok(Next::Completed)
}

/// Pays chunk after chunk; while one is written the next is read. Returns the end that the last of them has come to.
async fn pay_chunks(
    state: &PayrollState,
    lease: &Lease,
    statement: &StatementHeader,
) -> Result<Option<Ended>, JobError> {
    let mut next = read_after(state, statement, statement.done_through_line).await?;
    let mut ended = None;
    while let Some(chunk) = next {
        let through = chunk.through;
        let (own, of) = (lease.clone(), statement.clone());
        let unit = move |tx: &mut Tx, state: &PayrollState| pay(tx, &own, &of, &chunk, state.clock.now());
        let paid = money_unit(state, "payroll.chunk", unit);
        let (paid, read) = tokio::join!(paid, read_after(state, statement, through));
        ended = paid?;
        next = read?;
    }
    Ok(ended)
}

async fn read_after(
    state: &PayrollState,
    statement: &StatementHeader,
    after: i64,
) -> Result<Option<Chunk>, JobError> {
    if after >= statement.lines_count {
        return Ok(None);
    }
    let through = (after + CHUNK_LINES).min(statement.lines_count);
    let unit = {
        let (state, statement) = (state.clone(), statement.clone());
        move |tx: &mut Tx| Chunk::read(tx, &state, &statement, after, through).map(Some)
    };
    state.store.read("payroll.chunk_read", unit).await
}

/// The lines of one unit of work, ready to be paid.
struct Chunk {
    /// Lines up to this are done.
    after: i64,
    pub(super) through: i64,
    payout: Payout,
    outgoing: Vec<Outgoing>,
    /// Orders for them by line, when the bank makes them.
    orders: Vec<(i64, NewOrder)>,
    declined: Vec<Declined>,
    /// The day of the bank on which its currencies are sold.
    day: Date,
    conversion: ConversionSettings,
}

impl Chunk {
    /// Reads the lines after `after` up to `through`. They never change any more.
    pub(super) fn read(
        tx: &mut Tx,
        state: &PayrollState,
        statement: &StatementHeader,
        after: i64,
        through: i64,
    ) -> Result<Self, JobError> {
        let lines = transfers::payable(tx, statement.id, after, through)?;
        if i64::try_from(lines.len()) != Ok(through - after) {
            return Err(JobError::Failed(format!("lines of {} are missing", statement.id)));
        }
        let Payments { credits, outgoing, declined } = payments_of(tx, state, statement, lines)?;
        let orders = orders_for(tx, state, statement, &outgoing)?;
        let mut header = entry(state.into(), statement, &after.to_string(), EntryKind::Payroll)?;
        header.authors = signers(tx, statement)?;
        let part = (after / CHUNK_LINES + 1, parts(statement.lines_count));
        header.description = part_description(statement, part);
        let (day, conversion) = (header.value_date, state.settings.conversion);
        let payout = payout(statement, header, credits)?;
        Ok(Self { after, through, payout, outgoing, orders, declined, day, conversion })
    }
}

/// Pays a chunk. Returns how the job ended, when it was the last one.
fn pay(
    tx: &mut Tx,
    lease: &Lease,
    statement: &StatementHeader,
    chunk: &Chunk,
    now: Instant,
) -> Result<Option<Ended>, JobError> {
    lease.progress(tx, now)?;
    let sales = conversions::sales_of(tx, &chunk.conversion, &chunk.payout, chunk.day)?;
    // Days may have passed since the money was put on hold: an operator had stopped it, or it waited for a worker.
    let rates = &statement.terms.conversion_rates;
    let stale = conversions::stale(tx, &chunk.conversion, rates, &chunk.payout, chunk.day)?;
    let admitted = Admitted::within(&chunk.payout, &stale, &sales);
    let beside = |tx: &mut Tx, paid: &Paid| {
        let purchases = admitted.purchases(&paid.refused).ok_or(JobError::Changed)?;
        if !conversions::sell(tx, &purchases, &sales, chunk.day)? {
            return Err(JobError::Changed);
        }
        write_outcomes(tx, statement, chunk, &admitted.declined, paid, now)?;
        let is_last = chunk.through == statement.lines_count;
        is_last.then(|| finish_or_hand_over(tx, lease, statement.id, now)).transpose()
    };
    pay_from_hold(tx, &admitted.payout, beside).map_err(of_ledger)?
}

/// Writes what became of the lines of a chunk, and the progress of its statement.
fn write_outcomes(
    tx: &mut Tx,
    statement: &StatementHeader,
    chunk: &Chunk,
    not_sold: &[Declined],
    paid: &Paid,
    now: Instant,
) -> Result<(), JobError> {
    let refused = paid.refused.iter().map(|refused| refused_by_ledger(refused, chunk.payout.credits()));
    let mut declined: Vec<Declined> = refused.collect();
    declined.extend(chunk.declined.iter().cloned());
    declined.extend(not_sold.iter().cloned());
    let refused: BTreeSet<i64> = declined.iter().map(|one| one.line).collect();
    let outgoing: Vec<&Outgoing> =
        chunk.outgoing.iter().filter(|payment| !refused.contains(&payment.line)).collect();
    let lines: Vec<i64> = outgoing.iter().map(|payment| payment.line).collect();
    outcomes::insert_declined(tx, statement.id, &declined, now)?;
    if !outgoing.is_empty() {
        await_returns(tx, &LedgerAccountId::from(&statement.terms.account), &hold_id(statement.id))?;
    }
    payments::insert(tx, statement.id, &outgoing, now)?;
    let ordered = chunk.orders.iter().filter(|(line, _)| !refused.contains(line));
    let ordered: Vec<NewOrder> = ordered.map(|(_, order)| order.clone()).collect();
    orders::place(tx, &SEND, &ordered, now)?;
    outcomes::insert_pending(tx, statement.id, &lines, now)?;
    let on_the_way = Money::checked_sum(outgoing.iter().map(|payment| payment.amount));
    let executed = on_the_way.and_then(|on_the_way| paid.sum.checked_sub(on_the_way)).ok_or_else(|| {
        JobError::Failed(format!("the lines of {} leave the range of an amount", statement.id))
    })?;
    progress::advance(tx, statement.id, (chunk.after, chunk.through), executed, declined.len())
        .map_err(of_lost_row)
}
