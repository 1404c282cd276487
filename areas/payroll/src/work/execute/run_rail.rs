//! The run of the job that asks what became of payments to other banks, and ends the statement with the last answer.

use jobs::{JobError, Lease, Next};
use kernel::Instant;
use serde_json::json;
use store::{Result, Tx};
use tokio::time::timeout;

use super::answers::{Answered, begin, take_answers};
use super::common::money_unit;
use super::finish::{Ended, finish_answered, watched_since};
use crate::identifier::StatementId;
use crate::rail::{OutgoingRail, PAYMENTS_AT_ONCE_MAX, RailAnswer, RailError, RailPayment};
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::payments;
use crate::stuck::StuckId;
use crate::work::switch::{RAIL, STATEMENT};
use crate::work::trail;

/// The wait before the rail is asked again in the first minutes of a payment, and about what it could not be asked.
const RAIL_PAUSE_S: i64 = 30;
/// The longest wait: a rail that is slow for days is asked every day.
const RAIL_PAUSE_S_MAX: i64 = 24 * 60 * 60;
/// The wait is this part of the time since the payment was handed over: its answer is known when at most a quarter
/// more time has gone by than it took.
const RAIL_PAUSE_DIVISOR: i64 = 4;
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
    let again = |pause_s| Next::Again(state.clock.now().plus_seconds(pause_s));
    let asked = ask_rail(state, outgoing, lease, &statement).await?;
    compare_decisions(state, outgoing, lease, &statement).await?;
    match asked {
        InquiryOutcome::Refused => return Ok(again(RAIL_PAUSE_S)),
        InquiryOutcome::Waits(waiting) => return Ok(Next::Again(waiting.asked_again_at(state.clock.now()))),
        InquiryOutcome::Answered => {}
    }
    let own = lease.clone();
    let unit = move |tx: &mut Tx, state: &PayrollState| finish_answered(tx, &own, id, state.clock.now());
    Ok(match money_unit(state, "payroll.finish", unit).await? {
        Ended::Finished => Next::Completed,
        Ended::OnTheRail => again(RAIL_PAUSE_S),
        Ended::Watched => again(WATCH_PAUSE_S),
    })
}

/// The pause before the rail is asked again about payments of which the latest was handed over at `handed_at`.
fn pause_s(handed_at: Instant, now: Instant) -> i64 {
    let age_s = now.microseconds().saturating_sub(handed_at.microseconds()) / 1_000_000;
    (age_s / RAIL_PAUSE_DIVISOR).clamp(RAIL_PAUSE_S, RAIL_PAUSE_S_MAX)
}

#[derive(Clone, Copy)]
struct Waiting {
    handed_at: Instant,
    /// The first moment at which the rail knows an answer to come.
    answers_at: Option<Instant>,
}

impl Waiting {
    fn and(self, other: Self) -> Self {
        let answers_at = [self.answers_at, other.answers_at].into_iter().flatten().min();
        Self { handed_at: self.handed_at.max(other.handed_at), answers_at }
    }

    fn asked_again_at(self, now: Instant) -> Instant {
        let later = now.plus_seconds(pause_s(self.handed_at, now));
        self.answers_at.filter(|at| *at > now).map_or(later, |at| at.min(later))
    }
}

/// The state of payments that had no answer, after the rail was asked.
enum InquiryOutcome {
    Answered,
    Waits(Waiting),
    /// The rail cannot be asked, or there is more than one run may ask.
    Refused,
}

async fn ask_rail(
    state: &PayrollState,
    outgoing: &dyn OutgoingRail,
    lease: &Lease,
    statement: &StatementHeader,
) -> Result<InquiryOutcome, JobError> {
    let (mut after, mut waiting) = (0, None::<Waiting>);
    for _ in 0..RAIL_ROUNDS_MAX {
        let (payments, is_stopped) = open_payments(state, statement, after).await?;
        let Some(last) = payments.last() else {
            return Ok(waiting.map_or(InquiryOutcome::Answered, InquiryOutcome::Waits));
        };
        if is_stopped {
            return Ok(InquiryOutcome::Refused);
        }
        after = last.id.line;
        let answers = match ask(state, outgoing, lease, &payments).await? {
            Ok(answers) => answers,
            Err(error) => {
                let id = statement.id;
                tracing::warn!(statement.id = %id, "payments of statement {id} wait: {error}");
                return Ok(InquiryOutcome::Refused);
            }
        };
        if answers.len() != payments.len() {
            return Err(JobError::Failed("the rail answered for another number of payments".to_owned()));
        }
        let mut answered: Vec<Answered> = Vec::new();
        for (payment, answer) in payments.into_iter().zip(answers) {
            if let Some(answer) = answer {
                answered.push((payment, answer));
            } else {
                let answers_at = outgoing.answers_at(&payment);
                let one = Waiting { handed_at: payment.handed_at, answers_at };
                waiting = Some(waiting.map_or(one, |all| all.and(one)));
            }
        }
        if answered.is_empty() {
            continue;
        }
        let (own, of) = (lease.clone(), statement.clone());
        let unit = move |tx: &mut Tx, state: &PayrollState| {
            take_answers(tx, state, &own, &of, &answered, state.clock.now())
        };
        money_unit(state, "payroll.rail_answers", unit).await?;
    }
    Ok(InquiryOutcome::Refused)
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
        let (header, since) = (statement.clone(), watched_since(state.clock.now()));
        let unit = move |tx: &mut Tx| {
            if is_stopped(tx, header.id)? {
                return Ok(Vec::new());
            }
            payments::decided(tx, &header, after, since, PAYMENTS_AT_ONCE_MAX).map_err(JobError::from)
        };
        let decided = state.store.read("payroll.rail_decided", unit).await?;
        let Some((last, _)) = decided.last() else { return Ok(()) };
        after = last.id.line;
        let asked: Vec<RailPayment> = decided.iter().map(|(payment, _)| payment.clone()).collect();
        let Ok(answers) = ask(state, outgoing, lease, &asked).await? else { return Ok(()) };
        let said: Vec<(i64, bool, bool)> = decided
            .iter()
            .zip(answers)
            .filter_map(|((payment, settled), answer)| {
                Some((payment.id.line, *settled, answer? == RailAnswer::Settled))
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
    said: &[(i64, bool, bool)],
) -> Result<(), JobError> {
    let now = state.clock.now();
    lease.progress(tx, now)?;
    for (line, was_settled, is_settled) in said.iter().copied() {
        let id = StuckId { statement: statement.id, line };
        if payments::note_rail_answer(tx, id, is_settled)? && was_settled != is_settled {
            tracing::error!(payment = %id, settled = is_settled, "the rail contradicts the decision about {id}");
            let entry = trail::of_program(&*state.randomness, now, "payroll_payment.contradicted", statement);
            audit::record(tx, entry.detail(json!({ "line": line, "settled": is_settled })))?;
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
/// once, and whether a switch keeps it from being told of them.
async fn open_payments(
    state: &PayrollState,
    statement: &StatementHeader,
    after: i64,
) -> Result<(Vec<RailPayment>, bool), JobError> {
    let statement = statement.clone();
    let unit = move |tx: &mut Tx| {
        let payments = payments::open(tx, &statement, after, PAYMENTS_AT_ONCE_MAX)?;
        Ok::<_, JobError>((payments, is_stopped(tx, statement.id)?))
    };
    state.store.read("payroll.rail_open", unit).await
}

fn is_stopped(tx: &mut Tx, id: StatementId) -> Result<bool> {
    Ok(switches::is_on(tx, &RAIL, "")? || switches::is_on(tx, &STATEMENT, &id.to_string())?)
}

#[cfg(test)]
mod tests;
