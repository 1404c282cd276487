//! Parts that the units of execution share: their turn, the statement, its steps, its entries, and errors of the
//! ledger.

use accounts::ledger::{
    self, Authors, Counterparty, Credit, DocumentNumber, Draft, EntryHeader, EntryKind, IdempotencyKey,
    LedgerAccountId, LedgerError, Payout,
};
use audit::Actor;
use jobs::JobError;
use kernel::{BankZone, Clock, Instant, Randomness};
use orders::Player;
use store::{Result, StoreError, Tx};

use crate::execution::{CurrencyAccounts, PayableLine, Payments, description, hold_id, payees};
use crate::identifier::StatementId;
use crate::lifecycle::StatementEvent;
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::{signatures, statements, transfers};
use crate::work::step::advance;
use crate::work::unclaimed_orders::SETTLE_UNCLAIMED;

static PROGRAM: Actor = Actor::System;

/// Everything that an entry takes from its surroundings.
#[derive(Clone, Copy, Debug)]
pub(in crate::work) struct Desk<'d> {
    pub(in crate::work) clock: &'d dyn Clock,
    pub(in crate::work) randomness: &'d dyn Randomness,
    pub(in crate::work) zone: &'d BankZone,
    /// Whoever says where money goes that no account takes.
    pub(in crate::work) settles_unclaimed: Player,
    pub(in crate::work) author: &'d Actor,
}

impl<'d> From<&'d PayrollState> for Desk<'d> {
    fn from(state: &'d PayrollState) -> Self {
        Self {
            clock: &*state.clock,
            randomness: &*state.randomness,
            zone: &state.settings.zone,
            settles_unclaimed: state.desk.player(&SETTLE_UNCLAIMED),
            author: &PROGRAM,
        }
    }
}

impl<'d> Desk<'d> {
    /// The same, for what somebody else causes.
    pub(in crate::work) const fn by(self, author: &'d Actor) -> Self {
        Self { author, ..self }
    }
}

/// Begins an entry of the statement; `step` tells it from the others.
pub(in crate::work) fn entry(
    desk: Desk<'_>,
    statement: &StatementHeader,
    step: &str,
    kind: EntryKind,
) -> Result<EntryHeader, JobError> {
    let now = desk.clock.now();
    let key = format!("payroll:{}:{step}", statement.id);
    let key = IdempotencyKey::try_from(key).map_err(|error| JobError::Failed(error.to_string()))?;
    Ok(EntryHeader {
        entry_id: desk.randomness.uuid(now),
        idempotency_key: key,
        kind,
        posted_at: now,
        value_date: desk.zone.date_of(now),
        description: description(statement),
        document: DocumentNumber::try_from(statement.number.to_string()).ok(),
        authors: desk.author.clone().into(),
    })
}

/// Returns how transfers are paid, which are in the order of their lines.
pub(super) fn payments_of(
    tx: &mut Tx,
    state: &PayrollState,
    statement: &StatementHeader,
    lines: Vec<PayableLine>,
) -> Result<Payments, JobError> {
    // Most statements convert nothing.
    let own = match (lines.first(), lines.last()) {
        (Some(first), Some(last)) if lines.iter().any(|line| !line.conversions.is_empty()) => {
            let (after, through) = (i64::from(first.line) - 1, i64::from(last.line));
            transfers::currency_accounts(tx, statement.id, after, through)?
        }
        _ => CurrencyAccounts::default(),
    };
    Ok(Payments::of(lines, &own, &statement.terms.conversion_rates, &state.settings.bic))
}

/// Makes the entry that pays employees out of what the statement holds.
pub(super) fn payout(
    statement: &StatementHeader,
    header: EntryHeader,
    credits: Vec<Credit>,
) -> Result<Payout, JobError> {
    let from = LedgerAccountId::from(&statement.terms.account);
    let payout = Payout::new(header, from, hold_id(statement.id), credits);
    let payout = payout.map_err(|error| JobError::Failed(error.to_string()))?;
    Ok(match Counterparty::new(payees(statement)) {
        Ok(payees) => payout.to(payees),
        Err(_) => payout,
    })
}

pub(super) fn post(tx: &mut Tx, draft: Draft) -> Result<(), JobError> {
    let entry = draft.balanced().map_err(|error| JobError::Failed(error.to_string()))?;
    ledger::post(tx, &entry).map(drop).map_err(of_ledger)
}

/// Returns those of the company who caused what the statement pays: its signers; without any, the sender.
pub(super) fn signers(tx: &mut Tx, statement: &StatementHeader) -> Result<Authors> {
    let given = signatures::given(tx, statement.id)?;
    if given.is_empty() {
        return Ok(Actor::User(statement.created_by.clone()).into());
    }
    Ok(given.into_iter().map(|one| Actor::User(one.user)).collect())
}

/// Returns the statement that a job works at, which is there as long as its job is.
pub(super) fn statement(tx: &mut Tx, id: StatementId) -> Result<StatementHeader, JobError> {
    statements::header(tx, id)?.ok_or_else(|| JobError::Failed(format!("there is no statement {id}")))
}

/// Takes an arrow, or ends the unit: nobody else changes a statement whose job this worker has.
pub(super) fn step(
    tx: &mut Tx,
    statement: &mut StatementHeader,
    now: Instant,
    event: StatementEvent,
) -> Result<(), JobError> {
    let change = statement.state.after(event).map_err(|error| JobError::Failed(error.to_string()))?;
    if advance(tx, statement, &change, now, None)? { Ok(()) } else { Err(JobError::Changed) }
}

/// Turns an error of the ledger into that of a job: here it is one of the program or of the data, not of the statement.
pub(super) fn of_ledger(error: LedgerError) -> JobError {
    match error {
        LedgerError::Store(error) => JobError::Store(error),
        error @ (LedgerError::Refused { .. }
        | LedgerError::KeyReused(_)
        | LedgerError::Absent(_)
        | LedgerError::Entry(_)) => JobError::Failed(error.to_string()),
    }
}

/// Tells apart the error of a row that should have changed: somebody else was at it.
pub(super) fn of_lost_row(error: StoreError) -> JobError {
    match error {
        StoreError::RowsChanged { .. } => JobError::Changed,
        error => JobError::Store(error),
    }
}

/// Runs a unit of work that writes the ledger, when this process has a turn for it.
///
/// Such a unit writes thousands of accounts. A serializable one was disturbed by every other, whoever it paid, because
/// the server remembers the whole table as read. These are READ COMMITTED, and wait for rows and for nothing else. What
/// each decides is in a row that it locks by the deciding statement or before (ADR 0032 has the list):
///
/// - the first statement of each compares the fencing token of its job. Two units of one job follow one another, so
///   what only units of this job change (lines done, payments, outcomes, the hold) is read under that lock;
/// - states, balances, holds, limits, openness and sums are compared by the update that relies on them;
/// - of a currency that is sold, the day is locked before its sales are read;
/// - the key of an entry is unique.
///
/// Reads without a lock decide nothing that others could make wrong: terms, rates, rights and certificates are
/// those of the moment of the decision, and whoever changes them reads nothing that is written here.
pub(in crate::work) async fn money_unit<T: Send + 'static, E: From<StoreError> + Send + 'static>(
    state: &PayrollState,
    name: &'static str,
    mut unit: impl FnMut(&mut Tx, &PayrollState) -> Result<T, E> + Send + 'static,
) -> Result<T, E> {
    let of_unit = state.clone();
    let _turn = state.money_turn().await;
    state.store.write_guarded(name, move |tx: &mut Tx| unit(tx, &of_unit)).await
}
