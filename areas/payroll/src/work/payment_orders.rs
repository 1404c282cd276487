//! Payments to other banks as orders to the bank, and what its answers do (BNK-01).

use std::collections::BTreeMap;

use audit::Actor;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use jobs::JobError;
use orders::{
    AnswerTaker, Answered, Begun, NewOrder, Order, OrderDocuments, OrderError, OrderId, OrderKind,
    OrderReturns, OrderState, Outcome, Player, Refusal, Return, Role, Verdict,
};
use serde_json::{Value, json};
use store::{Result, Tx};

use super::execute::{Desk, money_unit, write_answers};
use super::job_kind::RAIL;
use super::order::{self, of_job, order_id, payment_of};
use super::order_returns::take_return;
use super::switch::{RAIL as RAIL_SWITCH, STATEMENT};
use crate::execution::Outgoing;
use crate::rail::{PaymentId, RailAnswer, RailPayment};
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::{payments, statements, transfers};
use crate::stuck::StuckId;

pub static SEND: OrderKind = OrderKind {
    name: "payment.send",
    prefix: "pay-",
    role: Role::Payments,
    deadline_s: 3 * 24 * 60 * 60,
    moves_money: true,
    is_refused_by_checks: true,
    stopped_by: &[&RAIL_SWITCH, &STATEMENT],
    meaning: "Pay an employee at another bank, once for each `endToEndId`, which is the same when the channel was \
        restored and asks again. `DONE`: the other bank has the money. `REFUSED`, with a reason in both languages: the \
        money is back, or was never sent.",
    payload: example_payload,
    answer: || json!({ "outcome": "DONE", "reference": "2026112000017" }),
};

fn example_payload() -> Value {
    let own = json!({
        "endToEndId": "VQ3K5RZ2N7JH4TYC6WLD2XAGUB5SPE7M", "line": 7, "amount": "50000.00", "deduction": null,
        "payee": { "name": "Иванов Иван Иванович", "account": "40817810400000000007", "bic": "044525225" }
    });
    order::with(order::example_instruction(), own)
}

/// Returns the orders for payments of a statement, each with its line; none when the bank is not the one who pays.
pub(super) fn orders_for(
    tx: &mut Tx,
    state: &PayrollState,
    statement: &StatementHeader,
    outgoing: &[Outgoing],
) -> Result<Vec<(i64, NewOrder)>, JobError> {
    let (Some(first), Some(last)) = (outgoing.first(), outgoing.last()) else { return Ok(Vec::new()) };
    if state.desk.player(&SEND) != Player::Bank {
        return Ok(Vec::new());
    }
    let common = order::instruction(tx, state, statement)?;
    let payees = transfers::payees(tx, statement.id, first.line, last.line)?;
    let order = |payment: &Outgoing| {
        let payee = payees.get(&payment.line);
        let payee = payee.ok_or_else(|| JobError::Failed(format!("line {} names nobody", payment.line)))?;
        let own = json!({
            "endToEndId": PaymentId::of(statement, payment.line).text(),
            "line": payment.line, "amount": payment.amount.to_string(),
            "payee": { "name": payee.name, "account": payment.account.as_str(), "bic": payment.bic.as_str() },
            "deduction": payee.deduction.map(|deduction| deduction.to_string()),
        });
        Ok((
            payment.line,
            NewOrder {
                id: order_id(&SEND, statement, payment.line)
                    .map_err(|error| JobError::Failed(error.to_string()))?,
                cnum: statement.cnum.clone(),
                object_id: StuckId { statement: statement.id, line: payment.line }.to_string(),
                payload: order::with(common.clone(), own).to_string(),
            },
        ))
    };
    outgoing.iter().map(order).collect()
}

pub(crate) struct PaymentAnswers(pub(crate) PayrollState);

impl AnswerTaker for PaymentAnswers {
    fn kind(&self) -> &'static OrderKind {
        &SEND
    }

    fn take(&self, answers: Vec<Answered>) -> BoxFuture<'_, Result<Vec<Verdict>, OrderError>> {
        take(&self.0, answers).boxed()
    }

    fn returns(&self) -> Option<&dyn OrderReturns> {
        Some(self)
    }

    fn documents(&self) -> Option<&dyn OrderDocuments> {
        Some(&self.0)
    }
}

impl OrderReturns for PaymentAnswers {
    fn take_return(&self, returned: Return) -> BoxFuture<'_, Result<Verdict, OrderError>> {
        take_return(&self.0, returned, |payment, _| payment.parse().ok()).boxed()
    }
}

/// Takes answers statement by statement: each is one unit of work, whose entries have a sum, not a line a payment.
async fn take(state: &PayrollState, answers: Vec<Answered>) -> Result<Vec<Verdict>, OrderError> {
    let mut verdicts = vec![Verdict::Refused(Refusal::Unknown); answers.len()];
    let mut by_statement: BTreeMap<String, Vec<(usize, Answered)>> = BTreeMap::new();
    for (place, answered) in answers.into_iter().enumerate() {
        let Some(order) = state.desk.find(None, &answered.id).await? else { continue };
        let statement = order.object_id.split(':').next().unwrap_or_default().to_owned();
        by_statement.entry(statement).or_default().push((place, answered));
    }
    for mut some in by_statement.into_values() {
        // Two units that answer the same orders lock them in one order.
        some.sort_by(|(_, one), (_, other)| one.id.cmp(&other.id));
        let (places, some): (Vec<usize>, Vec<Answered>) = some.into_iter().unzip();
        let unit = move |tx: &mut Tx, state: &PayrollState| take_of_statement(tx, state, &some);
        let taken = money_unit(state, "payroll.order_answers", unit).await?;
        for (place, verdict) in places.into_iter().zip(taken) {
            if let Some(given) = verdicts.get_mut(place) {
                *given = verdict;
            }
        }
    }
    state.wake.notify(RAIL);
    Ok(verdicts)
}

/// An answer that ends an order: its place among the verdicts, the order, and the answer.
type Open<'a> = (usize, Box<Order>, &'a Answered);

/// Takes answers about payments of one statement, whose names are in their order.
fn take_of_statement(
    tx: &mut Tx,
    state: &PayrollState,
    answers: &[Answered],
) -> Result<Vec<Verdict>, OrderError> {
    let (now, randomness) = (state.clock.now(), &*state.randomness);
    let (mut verdicts, mut open) = (Vec::with_capacity(answers.len()), Vec::<Open<'_>>::new());
    for (place, answered) in answers.iter().enumerate() {
        match orders::begin(tx, answered, now, randomness)? {
            Begun::Over(verdict) => verdicts.push(verdict),
            Begun::Open(order) => match open.last().filter(|(_, last, _)| last.id == order.id) {
                // The same order twice in one bunch: the first answer ends it, and the second is compared with that.
                Some((_, _, first)) if first.answer == answered.answer => verdicts.push(Verdict::Same),
                Some(_) => {
                    verdicts.push(orders::refuse(tx, answered, Refusal::Contradicts, now, randomness)?);
                }
                None => {
                    verdicts.push(Verdict::Taken(OrderState::Answered));
                    open.push((place, order, answered));
                }
            },
        }
    }
    let Some((_, order, _)) = open.first() else { return Ok(verdicts) };
    let id = payment_of(order)?.statement;
    let header = statements::header(tx, id)?;
    let header = header.ok_or_else(|| OrderError::Failed(format!("there is no statement {id}")))?;
    let author = open.first().map_or(Actor::System, |(_, _, answered)| answered.by.actor.clone());
    let (mut taken, mut impossible) = (Vec::new(), Vec::new());
    for (place, order, answered) in open {
        match open_payment(tx, &header, &order)? {
            Some(payment) => taken.push(((payment, rail_answer(answered)), answered)),
            None => impossible.push((place, answered)),
        }
    }
    let answered: Vec<(RailPayment, RailAnswer)> =
        taken.iter().map(|(answered, _)| answered.clone()).collect();
    write_answers(tx, Desk::from(state).by(&author), &header, &answered, now).map_err(of_job)?;
    if let Some((_, first)) = taken.first() {
        let ended: Vec<&OrderId> = taken.iter().map(|(_, answered)| &answered.id).collect();
        orders::note_answered(tx, &first.by, &ended, now, randomness)?;
    }
    for (_, answered) in taken {
        orders::end(tx, answered, now)?;
    }
    for (place, answered) in impossible {
        let refusal =
            Refusal::Impossible("the payment has an outcome that the channel's operator gave".to_owned());
        if let Some(verdict) = verdicts.get_mut(place) {
            *verdict = orders::refuse(tx, answered, refusal, now, randomness)?;
        }
    }
    // A statement that is still being paid is ended by the job that pays it.
    if header.done_through_line >= header.lines_count && !payments::has_open(tx, id)? {
        jobs::enqueue(tx, RAIL, &id.to_string(), now)?;
    }
    Ok(verdicts)
}

fn open_payment(tx: &mut Tx, header: &StatementHeader, order: &Order) -> Result<Option<RailPayment>> {
    let Ok(StuckId { line, .. }) = order.object_id.parse() else { return Ok(None) };
    let open = payments::open(tx, header, line.saturating_sub(1), 1)?;
    Ok(open.into_iter().find(|payment| payment.id.line == line))
}

fn rail_answer(answered: &Answered) -> RailAnswer {
    match answered.answer.outcome {
        Outcome::Done => RailAnswer::Settled,
        Outcome::Refused => RailAnswer::Returned {
            reason: answered
                .answer
                .reason_or("банк не исполнил перевод", "the bank did not make the payment"),
        },
    }
}
