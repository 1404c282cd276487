//! The units of work of execution; what they do in which order is told in [`crate::execution`].

pub(super) mod chunk;
pub(super) mod finish;
mod position;
pub(super) mod rail;
mod reserve;
mod run;
mod standing;
mod worker;

use std::sync::Arc;

use accounts::ledger::{EntryHeader, EntryKind, IdempotencyKey, LedgerError};
use jobs::JobError;
use kernel::Instant;
use store::{StoreError, Tx};

pub use rail::EmbeddedRail;
pub(crate) use worker::jobs;
pub use worker::{Execution, RailAnswers};

use crate::identifier::StatementId;
use crate::rail::OutgoingRail;
use crate::state::PayrollState;
use crate::statement::StatementHeader;

/// What execution works with.
#[derive(Clone)]
struct Context {
    state: PayrollState,
}

/// What asking for answers works with.
#[derive(Clone)]
struct RailContext {
    inner: Context,
    rail: Arc<dyn OutgoingRail>,
}

impl Context {
    fn now(&self) -> Instant {
        self.state.clock.now()
    }

    /// The head of an entry of the statement; `step` tells it from the others.
    fn entry(
        &self,
        statement: &StatementHeader,
        step: &str,
        kind: EntryKind,
    ) -> Result<EntryHeader, JobError> {
        let now = self.now();
        let key = format!("payroll:{}:{step}", statement.id);
        let key = IdempotencyKey::try_from(key).map_err(|error| JobError::Failed(error.to_string()))?;
        Ok(EntryHeader {
            entry_id: self.state.randomness.uuid(now),
            idempotency_key: key,
            kind,
            posted_at: now,
            value_date: self.state.settings.zone.date_of(now),
            description: description(statement),
        })
    }
}

/// What account histories show.
fn description(statement: &StatementHeader) -> String {
    format!("Ведомость № {} от {}", statement.number, statement.date)
}

/// The first eight letters of the names of holds that keep the money of statements.
pub(super) const HOLD_PREFIX: &str = "payroll:";

/// The name of the hold that keeps the money of a statement.
pub(super) fn hold_id(id: StatementId) -> String {
    format!("{HOLD_PREFIX}{id}")
}

/// The statement a job works at, which is there as long as its job is.
fn statement(tx: &mut Tx, id: StatementId) -> Result<StatementHeader, JobError> {
    super::statements::header(tx, id)?.ok_or_else(|| JobError::Failed(format!("there is no statement {id}")))
}

/// What the ledger refuses here is a fault of the program or of the data, not of the statement.
fn of_ledger(error: LedgerError) -> JobError {
    match error {
        LedgerError::Store(error) => JobError::Store(error),
        error @ (LedgerError::Refused { .. }
        | LedgerError::KeyReused(_)
        | LedgerError::Absent(_)
        | LedgerError::Entry(_)) => JobError::Failed(error.to_string()),
    }
}

/// A row that must have changed has not, because somebody else was at it.
fn of_lost_row(error: StoreError) -> JobError {
    match error {
        StoreError::RowsChanged { .. } => JobError::Lost,
        error => JobError::Store(error),
    }
}
