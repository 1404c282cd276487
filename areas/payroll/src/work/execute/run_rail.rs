//! The run of the job that asks what became of payments to other banks, and ends the statement with the last answer.

use jobs::{JobError, Lease, Next};
use store::Tx;
use tokio::time::timeout;

use super::answers::{Answered, begin, take_answers};
use super::finish::{Ended, finish_answered};
use super::money_unit::money_unit;
use crate::identifier::StatementId;
use crate::rail::{OutgoingRail, PAYMENTS_AT_ONCE_MAX, RailAnswer, RailError, RailPayment};
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::payments;

/// The wait before the rail is asked again, in seconds.
const RAIL_PAUSE_S: i64 = 30;
/// Rounds through the payments of one statement in one run: more than it has payments.
const RAIL_ROUNDS_MAX: usize = 64;

/// Asks the rail about the statement that the lease names, and ends it with the last answer.
pub(crate) async fn run_rail(
    state: &PayrollState,
    outgoing: &dyn OutgoingRail,
    id: StatementId,
    lease: &Lease,
) -> Result<Next, JobError> {
    let unit = {
        let (lease, now) = (lease.clone(), state.clock.now());
        move |tx: &mut Tx| begin(tx, &lease, id, now)
    };
    let Some(statement) = state.store.write_guarded("payroll.rail_begin", unit).await? else {
        return Ok(Next::Completed);
    };
    let is_all_answered = ask_rail(state, outgoing, lease, &statement).await?;
    let again = Next::Again(state.clock.now().plus_seconds(RAIL_PAUSE_S));
    if !is_all_answered {
        return Ok(again);
    }
    let unit = {
        let (state, lease) = (state.clone(), lease.clone());
        move |tx: &mut Tx| finish_answered(tx, &lease, id, state.clock.now())
    };
    Ok(match money_unit(state, "payroll.finish", unit).await? {
        Ended::Finished => Next::Completed,
        Ended::OnTheRail => again,
    })
}

/// Tells the rail of the payments that have no answer; `true` when each has one now.
async fn ask_rail(
    state: &PayrollState,
    outgoing: &dyn OutgoingRail,
    lease: &Lease,
    statement: &StatementHeader,
) -> Result<bool, JobError> {
    let (mut after, mut is_all_answered) = (0, true);
    for _ in 0..RAIL_ROUNDS_MAX {
        let payments = open_payments(state, statement, after).await?;
        let Some(last) = payments.last() else { return Ok(is_all_answered) };
        after = last.id.line;
        let answers = match ask(state, outgoing, lease, &payments).await? {
            Ok(answers) => answers,
            Err(error) => {
                let id = statement.id;
                tracing::warn!(statement.id = %id, "payments of statement {id} wait: {error}");
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
            let (state, lease, statement) = (state.clone(), lease.clone(), statement.clone());
            move |tx: &mut Tx| take_answers(tx, &state, &lease, &statement, &answered, state.clock.now())
        };
        money_unit(state, "payroll.rail_answers", unit).await?;
    }
    Ok(false)
}

/// Calls the rail once. The call keeps the lease, and ends when the rail takes too long: what it has taken it has
/// taken, and it tells so when it is asked again.
async fn ask(
    state: &PayrollState,
    outgoing: &dyn OutgoingRail,
    lease: &Lease,
    payments: &[RailPayment],
) -> Result<Result<Vec<Option<RailAnswer>>, RailError>, JobError> {
    for payment in payments.iter().filter(|_| tracing::enabled!(tracing::Level::DEBUG)) {
        let name = payment.id.text();
        tracing::debug!(
            payment.name = name,
            payment.minor = payment.amount.minor(),
            "{name} goes to the rail"
        );
    }
    let wait_max = outgoing.answer_wait_max();
    let call = timeout(wait_max, outgoing.submit(payments));
    let answers = lease.keep(&state.store, &*state.clock, call).await?;
    Ok(answers.unwrap_or_else(|_| Err(RailError(format!("no answer within {wait_max:?}")))))
}

/// Reads the payments of the statement that have no answer, after the line `after`, as many as the rail is told of at
/// once.
async fn open_payments(
    state: &PayrollState,
    statement: &StatementHeader,
    after: i64,
) -> Result<Vec<RailPayment>, JobError> {
    let statement = statement.clone();
    let unit = move |tx: &mut Tx| {
        payments::open(tx, &statement, after, PAYMENTS_AT_ONCE_MAX).map_err(JobError::from)
    };
    state.store.read("payroll.rail_open", unit).await
}
