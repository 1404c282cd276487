//! The runs of the two jobs that execute a statement: each goes on where the last one came to, and ends with the next wait.
//!
//! `payroll.execute` moves the money inside the bank. Where payments to other banks are left without an answer, it hands the
//! statement over to `payroll.rail`, which asks for them and ends the statement with the last one. A rail may be slow for
//! hours: its jobs have workers of their own.

use jobs::{JobError, Lease, Next};
use store::Tx;
use tokio::time::timeout;

use super::chunk::{self, Chunk};
use super::finish::{self, Ended};
use super::rail::{self, Answered};
use super::reserve::{Reserved, reserve};
use super::{Context, RailContext};
use crate::execution::CHUNK_LINES;
use crate::identifier::StatementId;
use crate::rail::{RailAnswer, RailFault, RailPayment};
use crate::state::RAIL;
use crate::statement::StatementHeader;

/// The wait before the rail is asked again, in seconds.
const RAIL_PAUSE_S: i64 = 30;
/// Rounds through the payments of one statement in one run: more than it has payments.
const RAIL_ROUNDS_MAX: usize = 64;

/// Moves the money of the statement that the lease names.
pub(super) async fn run(context: &Context, lease: &Lease) -> Result<Next, JobError> {
    let id = statement_of(lease)?;
    let unit = {
        let (context, lease) = (context.clone(), lease.clone());
        move |tx: &mut Tx| reserve(tx, &context, &lease, id, context.now())
    };
    let statement = match money_unit(context, "payroll.reserve", unit).await? {
        Reserved::NotBefore(moment) => return Ok(Next::Again(moment)),
        Reserved::Over => return Ok(Next::Completed),
        Reserved::Working(statement) => *statement,
    };
    pay_chunks(context, lease, &statement).await?;
    let unit = {
        let (context, lease) = (context.clone(), lease.clone());
        move |tx: &mut Tx| finish::finish_or_hand_over(tx, &lease, id, context.now())
    };
    if money_unit(context, "payroll.finish", unit).await? == Ended::OnTheRail {
        context.state.wake.notify(RAIL);
    }
    Ok(Next::Completed)
}

/// Asks the rail about the statement that the lease names, and ends it with the last answer.
pub(super) async fn run_rail(context: &RailContext, lease: &Lease) -> Result<Next, JobError> {
    let id = statement_of(lease)?;
    let unit = {
        let (lease, now) = (lease.clone(), context.inner.now());
        move |tx: &mut Tx| rail::begin(tx, &lease, id, now)
    };
    let Some(statement) = context.inner.state.store.write("payroll.rail_begin", unit).await? else {
        return Ok(Next::Completed);
    };
    let is_all_answered = ask_rail(context, lease, &statement).await?;
    let again = Next::Again(context.inner.now().plus_seconds(RAIL_PAUSE_S));
    if !is_all_answered {
        return Ok(again);
    }
    let unit = {
        let (context, lease) = (context.inner.clone(), lease.clone());
        move |tx: &mut Tx| finish::finish_answered(tx, &lease, id, context.now())
    };
    Ok(match money_unit(&context.inner, "payroll.finish", unit).await? {
        Ended::Finished => Next::Completed,
        Ended::OnTheRail => again,
    })
}

fn statement_of(lease: &Lease) -> Result<StatementId, JobError> {
    lease.key().parse().map_err(|_| JobError::Failed(format!("{} is no statement", lease.key())))
}

/// A unit of work that writes the ledger, when no other statement of this process is at one.
async fn money_unit<T: Send + 'static>(
    context: &Context,
    name: &'static str,
    unit: impl FnMut(&mut Tx) -> Result<T, JobError> + Send + 'static,
) -> Result<T, JobError> {
    let _turn = context.state.money_turn().await;
    context.state.store.write(name, unit).await
}

/// Pays chunk after chunk; while one is written the next is read.
async fn pay_chunks(context: &Context, lease: &Lease, statement: &StatementHeader) -> Result<(), JobError> {
    let mut next = read_after(context, statement, statement.done_through_line).await?;
    while let Some(chunk) = next {
        let through = chunk.through;
        let unit = {
            let (context, lease, statement) = (context.clone(), lease.clone(), statement.clone());
            move |tx: &mut Tx| chunk::pay(tx, &lease, &statement, &chunk, context.now())
        };
        let paid = money_unit(context, "payroll.chunk", unit);
        let (paid, read) = tokio::join!(paid, read_after(context, statement, through));
        paid?;
        next = read?;
    }
    Ok(())
}

async fn read_after(
    context: &Context,
    statement: &StatementHeader,
    after: i64,
) -> Result<Option<Chunk>, JobError> {
    if after >= statement.lines_count {
        return Ok(None);
    }
    let through = (after + CHUNK_LINES).min(statement.lines_count);
    let unit = {
        let (context, statement) = (context.clone(), statement.clone());
        move |tx: &mut Tx| Chunk::read(tx, &context, &statement, after, through).map(Some)
    };
    context.state.store.read("payroll.chunk_read", unit).await
}

/// Tells the rail of the payments that have no answer; whether each has one now.
async fn ask_rail(
    context: &RailContext,
    lease: &Lease,
    statement: &StatementHeader,
) -> Result<bool, JobError> {
    let (mut after, mut is_all_answered) = (0, true);
    for _ in 0..RAIL_ROUNDS_MAX {
        let payments = open_payments(&context.inner, statement, after).await?;
        let Some(last) = payments.last() else { return Ok(is_all_answered) };
        after = last.id.line;
        let answers = match ask(context, lease, &payments).await? {
            Ok(answers) => answers,
            Err(fault) => {
                let id = statement.id;
                tracing::warn!(statement.id = %id, "payments of statement {id} wait: {fault}");
                return Ok(false);
            }
        };
        if answers.len() != payments.len() {
            return Err(JobError::Failed("the rail answered for another number of payments".to_owned()));
        }
        let count = payments.len();
        let answered: Vec<Answered> = payments
            .into_iter()
            .zip(answers)
            .filter_map(|(payment, answer)| answer.map(|answer| (payment, answer)))
            .collect();
        is_all_answered &= answered.len() == count;
        if answered.is_empty() {
            continue;
        }
        let unit = {
            let (context, lease, statement) = (context.inner.clone(), lease.clone(), statement.clone());
            move |tx: &mut Tx| rail::take_answers(tx, &context, &lease, &statement, &answered, context.now())
        };
        money_unit(&context.inner, "payroll.rail_answers", unit).await?;
    }
    Ok(false)
}

/// One call to the rail. It keeps the lease, and ends when the rail takes too long: what the rail has taken it has taken, and
/// tells when it is asked again.
async fn ask(
    context: &RailContext,
    lease: &Lease,
    payments: &[RailPayment],
) -> Result<Result<Vec<Option<RailAnswer>>, RailFault>, JobError> {
    let RailContext { inner, rail } = context;
    let wait_max = rail.answer_wait_max();
    let call = timeout(wait_max, rail.submit(payments));
    let answers = lease.keep(&inner.state.store, &*inner.state.clock, call).await?;
    Ok(answers.unwrap_or_else(|_| Err(RailFault(format!("no answer within {wait_max:?}")))))
}

async fn open_payments(
    context: &Context,
    statement: &StatementHeader,
    after: i64,
) -> Result<Vec<RailPayment>, JobError> {
    let statement = statement.clone();
    let unit = move |tx: &mut Tx| rail::open_payments(tx, &statement, after).map_err(JobError::from);
    context.state.store.read("payroll.rail_open", unit).await
}
