//! One run of the job that executes a statement: from where the last one came to the end, or to the next wait.

use jobs::{JobError, Lease, Next};
use store::Tx;

use super::chunk::{self, Chunk};
use super::rail::{self, Answered};
use super::reserve::{Reserved, reserve};
use super::{Context, finish};
use crate::execution::CHUNK_LINES;
use crate::identifier::StatementId;
use crate::rail::RailPayment;
use crate::statement::StatementHeader;

/// The wait before the rail is asked again, in seconds.
const RAIL_PAUSE_S: i64 = 30;
/// Rounds through the payments of one statement in one run: more than it has payments.
const RAIL_ROUNDS_MAX: usize = 64;

/// Executes the statement that the lease names as far as it goes.
pub(super) async fn run(context: &Context, lease: &Lease) -> Result<Next, JobError> {
    let id: StatementId =
        lease.key().parse().map_err(|_| JobError::Failed(format!("{} is no statement", lease.key())))?;
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
    if !ask_rail(context, lease, &statement).await? {
        return Ok(Next::Again(context.now().plus_seconds(RAIL_PAUSE_S)));
    }
    let unit = {
        let (context, lease) = (context.clone(), lease.clone());
        move |tx: &mut Tx| finish::finish(tx, &lease, id, context.now())
    };
    money_unit(context, "payroll.finish", unit).await?;
    Ok(Next::Completed)
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
async fn ask_rail(context: &Context, lease: &Lease, statement: &StatementHeader) -> Result<bool, JobError> {
    let (mut after, mut is_all_answered) = (0, true);
    for _ in 0..RAIL_ROUNDS_MAX {
        let payments = open_payments(context, statement, after).await?;
        let Some(last) = payments.last() else { return Ok(is_all_answered) };
        after = last.id.line;
        let answers = match context.rail.submit(&payments).await {
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
            let (context, lease, statement) = (context.clone(), lease.clone(), statement.clone());
            move |tx: &mut Tx| rail::take_answers(tx, &context, &lease, &statement, &answered, context.now())
        };
        money_unit(context, "payroll.rail_answers", unit).await?;
    }
    Ok(false)
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
