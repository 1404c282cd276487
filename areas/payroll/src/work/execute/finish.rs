//! The end of the last unit, and the one that brings a statement to an end when its job is given up.

use jobs::{JobError, Lease};
use kernel::Instant;
use store::{Result, StoreError, Tx};

use super::common::{of_lost_row, statement, step};
use crate::catalogue::{Code, Reason};
use crate::execution::{Declined, finish_of, reason_of};
use crate::identifier::StatementId;
use crate::lifecycle::{StatementEvent, StatementStatus};
use crate::statement::StatementHeader;
use crate::store::progress::{self, is_executed_by_bank};
use crate::store::{outcomes, payments, statements};
use crate::work::job_kind::RAIL;

/// The wait before the rail is asked about a statement whose execution was given up, in seconds.
const GIVEN_UP_PAUSE_S: i64 = 300;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    Finished,
    OnTheRail,
    /// It is in its last state, and the rail may still say something else than an operator did.
    Watched,
}

/// The time in seconds for which the rail is asked about payments that an operator decided: 30 days.
const WATCHED_S: i64 = 2_592_000;

/// Returns `true` when the rail may still say something of payments that an operator decided.
pub(super) fn is_watched(tx: &mut Tx, id: StatementId, now: Instant) -> Result<bool> {
    payments::has_decided(tx, id, watched_since(now))
}

/// Returns the moment after which decisions are compared with the rail.
pub(super) const fn watched_since(now: Instant) -> Instant {
    now.plus_seconds(-WATCHED_S)
}

/// Takes the last arrow, which releases what is still held for those who were refused, and ends the job that moves
/// money. While the rail owes an answer, the job that asks for it takes over in the same unit. The unit has
/// [checked](Lease::check) the lease.
pub(super) fn finish_or_hand_over(
    tx: &mut Tx,
    lease: &Lease,
    id: StatementId,
    now: Instant,
) -> Result<Ended, JobError> {
    let is_on_the_way = payments::has_open(tx, id)? || is_watched(tx, id, now)?;
    let ended = if is_on_the_way {
        jobs::enqueue(tx, RAIL, &id.to_string(), now)?;
        Ended::OnTheRail
    } else {
        end_processing(tx, id, now)?;
        Ended::Finished
    };
    lease.complete(tx)?;
    Ok(ended)
}

/// Takes the last arrow and ends the job that asked the rail.
pub(super) fn finish_answered(
    tx: &mut Tx,
    lease: &Lease,
    id: StatementId,
    now: Instant,
) -> Result<Ended, JobError> {
    lease.check(tx, now)?;
    if payments::has_open(tx, id)? {
        return Ok(Ended::OnTheRail);
    }
    end_processing(tx, id, now)?;
    if is_watched(tx, id, now)? {
        return Ok(Ended::Watched);
    }
    lease.complete(tx)?;
    Ok(Ended::Finished)
}

/// Ends a statement that the other job has not ended.
fn end_processing(tx: &mut Tx, id: StatementId, now: Instant) -> Result<(), JobError> {
    let statement = statement(tx, id)?;
    let is_at_work = statement.state.status() == StatementStatus::Processing;
    if is_at_work && !is_executed_by_bank(tx, id)? { end_read(tx, statement, now) } else { Ok(()) }
}

/// Takes the last arrow of a statement all of whose transfers have their outcomes.
pub(in crate::work) fn end(tx: &mut Tx, id: StatementId, now: Instant) -> Result<(), JobError> {
    let statement = statement(tx, id)?;
    end_read(tx, statement, now)
}

fn end_read(tx: &mut Tx, mut statement: StatementHeader, now: Instant) -> Result<(), JobError> {
    let reason = || {
        let codes = outcomes::declined_codes(tx, statement.id)?;
        Ok::<_, JobError>(reason_of(&codes, &statement.terms.account))
    };
    let finish = finish_of(statement.lines_count, statement.declined_count, reason)?;
    step(tx, &mut statement, now, StatementEvent::Finished(finish))
}

/// Declines every transfer that was not paid yet and ends the statement, so that it does not stay half way for ever.
/// One that waits in `AWAITING_SEND` or SCHEDULED takes the arrow into PROCESSING on the way, and nothing of it is
/// paid. While payments are on the rail their money is away and the statement stays in PROCESSING: the job that asks
/// for their answers takes over, and ends the statement with the last of them.
pub(crate) fn give_up(tx: &mut Tx, id: StatementId, now: Instant) -> Result<()> {
    told(try_to_give_up(tx, id, now))
}

/// Ends a statement whose payments have their answers. One that waits for an answer stays in PROCESSING until an
/// operator has the rail asked again: nobody else can tell where the money is.
pub(crate) fn give_up_rail(tx: &mut Tx, id: StatementId, now: Instant) -> Result<()> {
    let Some(statement) = statements::header(tx, id)? else { return Ok(()) };
    let is_at_work = statement.state.status() == StatementStatus::Processing;
    if !is_at_work || payments::has_open(tx, id)? || is_executed_by_bank(tx, id)? {
        return Ok(());
    }
    told(end_read(tx, statement, now))
}

/// Turns what keeps a statement from its end into an error that undoes the unit, and that operators read at its job.
fn told(ended: Result<(), JobError>) -> Result<()> {
    ended.map_err(|error| match error {
        JobError::Store(error) => error,
        JobError::Lost | JobError::Stopped | JobError::Changed => {
            StoreError::Busy("the statement was changed meanwhile".to_owned())
        }
        JobError::Failed(reason) => {
            StoreError::Inconsistency { query: "payroll.give_up", column: "state".to_owned(), reason }
        }
    })
}

fn try_to_give_up(tx: &mut Tx, id: StatementId, now: Instant) -> Result<(), JobError> {
    let mut statement = statement(tx, id)?;
    let status = statement.state.status();
    if matches!(status, StatementStatus::AwaitingSend | StatementStatus::Scheduled) {
        step(tx, &mut statement, now, StatementEvent::Due)?;
    }
    // What the bank executes ends by its answers alone.
    if statement.state.status() != StatementStatus::Processing || is_executed_by_bank(tx, id)? {
        return Ok(());
    }
    let done = statement.done_through_line;
    if done < statement.lines_count {
        let rest = done + 1..=statement.lines_count;
        let declined: Vec<Declined> =
            rest.map(|line| Declined { line, reason: Reason::new(Code::D07) }).collect();
        outcomes::insert_declined(tx, id, &declined, now)?;
        progress::decline_rest(tx, &statement).map_err(of_lost_row)?;
    }
    if payments::has_open(tx, id)? {
        jobs::enqueue(tx, RAIL, &id.to_string(), now.plus_seconds(GIVEN_UP_PAUSE_S))?;
        return Ok(());
    }
    end(tx, id, now)
}
