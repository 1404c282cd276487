//! The run of the job that asks what became of payments to other banks, and ends the statement with the last answer.

use jobs::{JobError, Lease, Next};
use serde_json::json;
use store::Tx;
use tokio::time::timeout;

use super::answers::{Answered, begin, take_answers};
use super::finish::{Ended, finish_answered, watched_since};
use super::money_unit::money_unit;
use crate::identifier::StatementId;
use crate::rail::{OutgoingRail, PAYMENTS_AT_ONCE_MAX, PaymentId, RailAnswer, RailError, RailPayment};
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::payments;
use crate::work::trail;

/// The wait before the rail is asked again, in seconds.
const RAIL_PAUSE_S: i64 = 30;
/// The wait before the rail is asked again about payments that an operator decided, in seconds.
const WATCH_PAUSE_S: i64 = 3_600;
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
    compare_decisions(state, outgoing, lease, &statement).await?;
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
        Ended::Watched => Next::Again(state.clock.now().plus_seconds(WATCH_PAUSE_S)),
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
        let payments = open_payments(state, statement.id, after).await?;
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

/// Asks the rail about payments that an operator decided. Their money is not moved again, whatever it says: an answer
/// that differs is a break, for people to settle between the banks.
async fn compare_decisions(
    state: &PayrollState,
    outgoing: &dyn OutgoingRail,
    lease: &Lease,
    statement: &StatementHeader,
) -> Result<(), JobError> {
    let mut after = 0;
    for _ in 0..RAIL_ROUNDS_MAX {
        let (id, since) = (statement.id, watched_since(state.clock.now()));
        let unit = move |tx: &mut Tx| {
            payments::decided(tx, id, after, since, PAYMENTS_AT_ONCE_MAX).map_err(JobError::from)
        };
        let decided = state.store.read("payroll.rail_decided", unit).await?;
        let Some((last, _)) = decided.last() else { return Ok(()) };
        after = last.id.line;
        let asked: Vec<RailPayment> = decided.iter().map(|(payment, _)| payment.clone()).collect();
        let Ok(answers) = ask(state, outgoing, lease, &asked).await? else { return Ok(()) };
        let said: Vec<(PaymentId, bool, bool)> = decided
            .iter()
            .zip(answers)
            .filter_map(|((payment, settled), answer)| {
                Some((payment.id, *settled, answer? == RailAnswer::Settled))
            })
            .collect();
        let unit = {
            let (state, lease, statement) = (state.clone(), lease.clone(), statement.clone());
            move |tx: &mut Tx| note_answers(tx, &state, &lease, &statement, &said)
        };
        state.store.write_guarded("payroll.rail_compared", unit).await?;
    }
    Ok(())
}

/// Writes down what the rail says of payments that an operator decided: each with what was decided, and what it says.
fn note_answers(
    tx: &mut Tx,
    state: &PayrollState,
    lease: &Lease,
    statement: &StatementHeader,
    said: &[(PaymentId, bool, bool)],
) -> Result<(), JobError> {
    let now = state.clock.now();
    lease.progress(tx, now)?;
    for (id, was_settled, is_settled) in said.iter().copied() {
        if payments::note_rail_answer(tx, id, is_settled)? && was_settled != is_settled {
            tracing::error!(payment = %id, settled = is_settled, "the rail contradicts the decision about {id}");
            let entry = trail::of_system(state, now, "payroll_payment.contradicted", statement);
            audit::record(tx, entry.detail(json!({ "line": id.line, "settled": is_settled })))?;
        }
    }
    Ok(())
}

/// Calls the rail once. The call keeps the lease, and ends when the rail takes too long: what it has taken it has
/// taken, and it tells so when it is asked again.
async fn ask(
    state: &PayrollState,
    outgoing: &dyn OutgoingRail,
    lease: &Lease,
    payments: &[RailPayment],
) -> Result<Result<Vec<Option<RailAnswer>>, RailError>, JobError> {
    let wait_max = outgoing.answer_wait_max();
    let call = timeout(wait_max, outgoing.submit(payments));
    let answers = lease.keep(&state.store, &*state.clock, call).await?;
    Ok(answers.unwrap_or_else(|_| Err(RailError(format!("no answer within {wait_max:?}")))))
}

/// Reads the payments of the statement that have no answer, after the line `after`, as many as the rail is told of at
/// once.
async fn open_payments(
    state: &PayrollState,
    id: StatementId,
    after: i64,
) -> Result<Vec<RailPayment>, JobError> {
    let unit = move |tx: &mut Tx| payments::open(tx, id, after, PAYMENTS_AT_ONCE_MAX).map_err(JobError::from);
    state.store.read("payroll.rail_open", unit).await
}
