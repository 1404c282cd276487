//! A system reads the parts and documents of its orders, and answers them.

use std::collections::BTreeSet;

use area::Author;
use kernel::{Money, Translated};
use orders::{
    Answer, Answered, By, OrderDocument, OrderId, PartAnswer, PartsAnswered, Refusal, Return, Verdict,
};
use serde_json::Value;
use store::{Result, StoreError, Tx};

use super::hand_out::{DeskError, check_goes_on};
use super::log_in::actor;
use crate::state::Call;
use crate::system::System;

/// Takes answers of a system, each with its verdict in their order. Those that are taken are in the trail with what
/// they change; those that are refused change nothing, and leave an entry of their own.
pub(crate) async fn answer(call: &Call, answers: Vec<(OrderId, Answer)>) -> Result<Vec<Verdict>, DeskError> {
    check_goes_on(call).await?;
    let by = by(&call.by);
    let ids: Vec<OrderId> = answers.iter().map(|(id, _)| id.clone()).collect();
    let answers = answers.into_iter().map(|(id, answer)| Answered { id, answer, by: by.clone() }).collect();
    let verdicts = call.state.desk.answer(Some(call.by.role), answers).await?;
    let of_verdicts = ids.iter().zip(&verdicts);
    let refused = of_verdicts.filter(|(_, verdict)| matches!(verdict, Verdict::Refused(_))).map(|(id, _)| id);
    record(call, "bank_orders.answer_refused", refused.collect()).await?;
    Ok(verdicts)
}

/// Takes the word of a system that it has orders and works at them, each with its verdict in their order.
pub(crate) async fn accept(call: &Call, ids: &[OrderId]) -> Result<Vec<Verdict>, DeskError> {
    check_goes_on(call).await?;
    let (mut verdicts, mut accepted) = (Vec::with_capacity(ids.len()), BTreeSet::new());
    for id in ids {
        let order = call.state.desk.find(Some(call.by.role), id).await?;
        let verdict =
            order.map_or(Verdict::Refused(Refusal::Unknown), |order| Verdict::of_accepted(order.state));
        if matches!(verdict, Verdict::Taken(_)) {
            accepted.insert(id.clone());
        }
        verdicts.push(verdict);
    }
    record_accepted(call, &accepted).await?;
    Ok(verdicts)
}

pub(super) async fn record_accepted(call: &Call, orders: &BTreeSet<OrderId>) -> Result<()> {
    record(call, "bank_orders.accepted", orders.iter().collect()).await
}

/// Returns parts of an order of the system's role; none when it has no such order.
pub(crate) async fn parts(
    call: &Call,
    id: &OrderId,
    (after, limit): (i64, i64),
) -> Result<Option<Vec<Value>>, DeskError> {
    check_goes_on(call).await?;
    Ok(call.state.desk.parts(call.by.role, id, (after, limit)).await?)
}

/// Lists the documents of an order of the system's role; none when it has no such order.
pub(crate) async fn documents(call: &Call, id: &OrderId) -> Result<Option<Vec<OrderDocument>>, DeskError> {
    check_goes_on(call).await?;
    Ok(call.state.desk.documents(call.by.role, id, None).await?)
}

/// Reads a document of an order by its number, from 1. What a person has written is read by a system of the bank: the
/// trail keeps that.
pub(crate) async fn document(
    call: &Call,
    id: &OrderId,
    number: usize,
) -> Result<Option<OrderDocument>, DeskError> {
    check_goes_on(call).await?;
    let Some(place) = number.checked_sub(1) else { return Ok(None) };
    let documents = call.state.desk.documents(call.by.role, id, Some(place)).await?;
    let found = documents.and_then(|documents| documents.into_iter().nth(place));
    let found = found.filter(|document| document.content.is_some());
    if found.is_some() {
        record(call, "bank_orders.document_read", vec![id]).await?;
    }
    Ok(found)
}

pub(crate) async fn answer_parts(
    call: &Call,
    id: &OrderId,
    parts: Vec<PartAnswer>,
) -> Result<Verdict, DeskError> {
    check_goes_on(call).await?;
    let answered = PartsAnswered { id: id.clone(), parts, by: by(&call.by) };
    let verdict = call.state.desk.answer_parts(call.by.role, answered).await?;
    recorded(call, id, verdict).await
}

/// A return as a system tells of it: as [`Return`] has it.
#[derive(Debug)]
pub(crate) struct Returned {
    pub(crate) name: String,
    pub(crate) part: Option<i64>,
    pub(crate) amount: Option<Money>,
    pub(crate) reason: Translated,
}

pub(crate) async fn take_return(
    call: &Call,
    id: &OrderId,
    Returned { name, part, amount, reason }: Returned,
) -> Result<Verdict, DeskError> {
    check_goes_on(call).await?;
    let returned = Return { id: id.clone(), part, name, amount, reason, by: by(&call.by) };
    let verdict = call.state.desk.take_return(call.by.role, returned).await?;
    recorded(call, id, verdict).await
}

fn by(system: &System) -> By {
    let Author { actor, address, trace_id, .. } = Author::of_request(actor(system));
    By { address, trace_id, ..By::outside_of_requests(actor) }
}

/// Writes into the trail that a word about one order was refused.
async fn recorded(call: &Call, id: &OrderId, verdict: Verdict) -> Result<Verdict, DeskError> {
    if matches!(verdict, Verdict::Refused(_)) {
        record(call, "bank_orders.answer_refused", vec![id]).await?;
    }
    Ok(verdict)
}

/// Writes into the trail what a system did to orders without changing one.
async fn record(call: &Call, action: &'static str, orders: Vec<&OrderId>) -> Result<()> {
    if orders.is_empty() {
        return Ok(());
    }
    let (by, now, randomness) = (by(&call.by), call.state.clock.now(), call.state.randomness.clone());
    let orders: Vec<OrderId> = orders.into_iter().cloned().collect();
    let unit = move |tx: &mut Tx| {
        let orders: Vec<&OrderId> = orders.iter().collect();
        orders::note(tx, &by, action, &orders, now, &*randomness)
    };
    call.state.store.write::<_, StoreError>("bank.answered", unit).await
}
