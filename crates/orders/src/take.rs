//! The parts of the unit of work that takes an answer; what the answer does between them is the area's.

use std::sync::Arc;

use audit::{Actor, Entry};
use kernel::{Clock, Instant, Randomness};
use serde_json::json;
use store::{Result, Store, Tx, params};

use crate::answer::{ANSWER_BYTES_MAX, By, Refusal, Verdict};
use crate::error::{NotTaken, OrderError};
use crate::order::{Order, OrderId, OrderState};
use crate::store::{ORDER_END, ORDER_FIND, ORDER_LOCK, REFUSED_COUNT, REFUSED_INSERT};
use crate::taker::Answered;

/// The most names of orders in one entry of the trail.
const ORDERS_PER_ENTRY_MAX: usize = 50;
/// The most refused answers to one order that are kept: one that sends them for ever fills no disk.
const REFUSED_KEPT_MAX: i64 = 100;

/// The order that an answer meets.
#[derive(Debug)]
pub enum Begun {
    /// The order, which no other unit ends before this one is over.
    Open(Box<Order>),
    /// The order has ended; this is what the answer comes to.
    Over(Verdict),
}

/// Returns the order by its name, ended or not. No other unit ends it before this one is over.
///
/// # Errors
/// [`OrderError::StandsStill`], where it has not ended; or the database's.
pub fn find(tx: &mut Tx, id: &OrderId) -> Result<Option<Order>, OrderError> {
    let values = params![id.as_str()];
    let locked = tx.select_optional(&ORDER_LOCK, values.clone())?;
    if locked.is_some() {
        return Ok(locked);
    }
    let found: Option<Order> = tx.select_optional(&ORDER_FIND, values)?;
    match &found {
        Some(order) if order.is_open() => Err(OrderError::StandsStill),
        _ => Ok(found),
    }
}

/// Takes the order for the answer, or tells what the answer to an order that has ended comes to.
pub fn begin(
    tx: &mut Tx,
    answered: &Answered,
    now: Instant,
    randomness: &dyn Randomness,
) -> Result<Begun, OrderError> {
    let Some(order) = find(tx, &answered.id)? else {
        return Ok(Begun::Over(Verdict::Refused(Refusal::Unknown)));
    };
    let text = canonical(answered)?;
    let refusal = match order.state {
        OrderState::Open | OrderState::Taken => return Ok(Begun::Open(Box::new(order))),
        OrderState::Answered if order.answer.as_deref() == Some(&text) => {
            return Ok(Begun::Over(Verdict::Same));
        }
        OrderState::Withdrawn => Refusal::Withdrawn,
        OrderState::Answered => Refusal::Contradicts,
    };
    refuse(tx, answered, refusal, now, randomness).map(Begun::Over)
}

/// Takes each answer in a unit of work of its own, and returns the verdicts in the order of the answers. One whose unit
/// is undone is refused in another, and stops none of the others.
pub async fn take_each<A: Clone + Send + 'static>(
    (store, unit): (&Store, &'static str),
    (clock, randomness): (&dyn Clock, &Arc<dyn Randomness>),
    area: &A,
    answers: Vec<Answered>,
    take: fn(&mut Tx, &A, &Answered) -> Result<Verdict, OrderError>,
) -> Result<Vec<Verdict>, OrderError> {
    let mut verdicts = Vec::with_capacity(answers.len());
    for answered in answers {
        let (of_unit, given) = (area.clone(), answered.clone());
        let taken = store.write(unit, move |tx: &mut Tx| take(tx, &of_unit, &given)).await;
        verdicts.push(match taken {
            Err(OrderError::Undone(reason)) => {
                let (now, randomness) = (clock.now(), Arc::clone(randomness));
                let refusal = Refusal::Impossible(reason);
                let keep = move |tx: &mut Tx| refuse(tx, &answered, refusal.clone(), now, &*randomness);
                store.write("orders.refuse", keep).await?
            }
            taken => taken?,
        });
    }
    Ok(verdicts)
}

/// Takes an answer: the order ends when `act` has done what the answer asks for, and the answer is refused when it is
/// not taken.
pub fn settle(
    tx: &mut Tx,
    answered: &Answered,
    now: Instant,
    randomness: &dyn Randomness,
    act: impl FnOnce(&mut Tx, &Order) -> Result<(), NotTaken>,
) -> Result<Verdict, OrderError> {
    let order = match begin(tx, answered, now, randomness)? {
        Begun::Over(verdict) => return Ok(verdict),
        Begun::Open(order) => order,
    };
    match act(tx, &order) {
        Ok(()) => {
            note_answered(tx, &answered.by, &[&answered.id], now, randomness)?;
            end(tx, answered, now)
        }
        Err(NotTaken::Refused(refusal)) => refuse(tx, answered, refusal, now, randomness),
        Err(NotTaken::Failed(error)) => Err(error),
    }
}

/// Writes into the trail whose answers end orders, in the unit of work that ends them. What a person answers in place
/// of a system is found by an action of its own.
pub fn note_answered(
    tx: &mut Tx,
    by: &By,
    orders: &[&OrderId],
    now: Instant,
    randomness: &dyn Randomness,
) -> Result<()> {
    let is_by_hand = matches!(by.actor, Actor::Operator(_));
    let action = if is_by_hand { "bank_orders.answered_by_hand" } else { "bank_orders.answered" };
    note(tx, by, action, orders, now, randomness)
}

/// Writes into the trail what somebody's word did to orders, in the unit of work that does it.
pub fn note(
    tx: &mut Tx,
    by: &By,
    action: &'static str,
    orders: &[&OrderId],
    now: Instant,
    randomness: &dyn Randomness,
) -> Result<()> {
    for some in orders.chunks(ORDERS_PER_ENTRY_MAX) {
        let names: Vec<&str> = some.iter().map(|order| order.as_str()).collect();
        let object = match (&by.actor, names.first()) {
            (Actor::Operator(_), Some(order)) => ("bank_order", *order),
            _ => ("bank_system", by.name()),
        };
        let mut detail = json!({ "orders": names });
        if let Some(reason) = &by.reason {
            detail["reason"] = reason.as_str().into();
        }
        let entry = Entry::new(now, randomness, by.actor.clone(), action, object);
        audit::record(tx, entry.address(by.address).trace_id(by.trace_id.clone()).detail(detail))?;
    }
    Ok(())
}

/// Ends an order by its answer. The unit notes who has given it.
pub fn end(tx: &mut Tx, answered: &Answered, now: Instant) -> Result<Verdict, OrderError> {
    let (state, by) = (OrderState::Answered.as_str(), answered.by.name());
    let values = params![answered.id.as_str(), state, now, by, canonical(answered)?];
    tx.execute_one(&ORDER_END, values)?;
    Ok(Verdict::Taken(OrderState::Answered))
}

/// Keeps an answer that changes nothing, for people to look at. A unit that has changed something for the answer must
/// not go on to this.
pub fn refuse(
    tx: &mut Tx,
    answered: &Answered,
    refusal: Refusal,
    now: Instant,
    randomness: &dyn Randomness,
) -> Result<Verdict, OrderError> {
    let order = answered.id.as_str();
    tracing::error!(
        order.id = order,
        from = answered.by.name(),
        "an answer to {order} is refused: {}",
        refusal.told()
    );
    let kept = tx.select_one::<i64>(&REFUSED_COUNT, params![order])?;
    if kept < REFUSED_KEPT_MAX {
        let id = randomness.uuid(now).as_bytes().to_vec();
        let by = answered.by.name();
        tx.execute_one(&REFUSED_INSERT, params![id, order, now, by, refusal.told(), canonical(answered)?])?;
    }
    Ok(Verdict::Refused(refusal))
}

pub(crate) fn canonical(answered: &Answered) -> Result<String, OrderError> {
    let text = answered.answer.canonical()?;
    if text.len() > ANSWER_BYTES_MAX {
        return Err(OrderError::Form(format!("it has more than {ANSWER_BYTES_MAX} bytes")));
    }
    Ok(text)
}
