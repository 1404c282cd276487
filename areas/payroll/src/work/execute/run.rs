//! The run of the job that moves the money of a statement: it goes on where the last one came to, and ends with the
//! next wait.
//!
//! Where payments to other banks are left without an answer, it hands the statement over to the job that asks for them
//! ([`run_rail`](super::run_rail)). A rail may be slow for hours: its jobs have workers of their own.

use jobs::{JobError, Lease, Next};
use store::Tx;

use super::finish::{Ended, finish_or_hand_over};
use super::money_unit::money_unit;
use super::pay::{Chunk, pay};
use super::reserve::{Reserved, reserve};
use crate::execution::CHUNK_LINES;
use crate::identifier::StatementId;
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::work::job_kind::RAIL;

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
        let unit =
            move |tx: &mut Tx, state: &PayrollState| finish_or_hand_over(tx, &own, id, state.clock.now());
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
