//! A system reads the parts and documents of its orders, and answers them.

use std::collections::BTreeSet;

use kernel::{Money, Translated};
use orders::{
    Answer, Answered, By, OrderDocument, OrderError, OrderId, PartAnswer, PartsAnswered, Refusal, Return,
    Verdict,
};
use serde_json::{Value, json};
use store::{Result, StoreError, Tx};
use thiserror::Error;

use super::hand_out::{HandOutError, check_goes_on};
use super::log_in::{actor, entry_of};
use crate::state::Call;
use crate::system::System;

/// Reason for which no answer is taken at all.
#[derive(Debug, Error)]
pub enum AnswerError {
    /// No orders are handed out either.
    #[error(transparent)]
    Closed(#[from] HandOutError),
    /// The orders cannot be answered now.
    #[error(transparent)]
    Order(#[from] OrderError),
}

impl From<StoreError> for AnswerError {
    fn from(error: StoreError) -> Self {
        Self::Order(error.into())
    }
}

/// Takes answers of a system, each with its verdict in their order. Those that changed nothing because they were wrong
/// leave an entry of their own in the trail.
pub(crate) async fn answer(
    call: &Call,
    answers: Vec<(OrderId, Answer)>,
) -> Result<Vec<Verdict>, AnswerError> {
    check_goes_on(call).await?;
    let by = by(&call.by);
    let ids: Vec<OrderId> = answers.iter().map(|(id, _)| id.clone()).collect();
    let answers = answers.into_iter().map(|(id, answer)| Answered { id, answer, by: by.clone() }).collect();
    let verdicts = call.state.desk.answer(Some(call.by.role), answers).await?;
    let of = |wanted: fn(&Verdict) -> bool| -> Vec<&str> {
        ids.iter().zip(&verdicts).filter(|(_, verdict)| wanted(verdict)).map(|(id, _)| id.as_str()).collect()
    };
    let (taken, refused) = (
        of(|verdict| matches!(verdict, Verdict::Taken(_))),
        of(|verdict| matches!(verdict, Verdict::Refused(_))),
    );
    record(call, &[("bank_orders.answered", taken), ("bank_orders.answer_refused", refused)]).await?;
    Ok(verdicts)
}

/// Takes the word of a system that it has orders and works at them, each with its verdict in their order.
pub(crate) async fn accept(call: &Call, ids: &[OrderId]) -> Result<Vec<Verdict>, AnswerError> {
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

/// Writes into the trail that a system works at orders.
pub(super) async fn record_accepted(call: &Call, orders: &BTreeSet<OrderId>) -> Result<()> {
    record(call, &[("bank_orders.accepted", orders.iter().map(OrderId::as_str).collect())]).await
}

/// Returns parts of an order of the system's role; none when it has no such order.
pub(crate) async fn parts(
    call: &Call,
    id: &OrderId,
    (after, limit): (i64, i64),
) -> Result<Option<Vec<Value>>, AnswerError> {
    check_goes_on(call).await?;
    Ok(call.state.desk.parts(call.by.role, id, (after, limit)).await?)
}

/// Lists the documents of an order of the system's role; none when it has no such order.
pub(crate) async fn documents(call: &Call, id: &OrderId) -> Result<Option<Vec<OrderDocument>>, AnswerError> {
    check_goes_on(call).await?;
    Ok(call.state.desk.documents(call.by.role, id, None).await?)
}

/// Reads a document of an order by its number, from 1. What a person has written is read by a system of the bank: the
/// trail keeps that.
pub(crate) async fn document(
    call: &Call,
    id: &OrderId,
    number: usize,
) -> Result<Option<OrderDocument>, AnswerError> {
    check_goes_on(call).await?;
    let Some(place) = number.checked_sub(1) else { return Ok(None) };
    let documents = call.state.desk.documents(call.by.role, id, Some(place)).await?;
    let found = documents.and_then(|documents| documents.into_iter().nth(place));
    let found = found.filter(|document| document.content.is_some());
    if found.is_some() {
        record(call, &[("bank_orders.document_read", vec![id.as_str()])]).await?;
    }
    Ok(found)
}

/// Takes answers of a system to parts of an order.
pub(crate) async fn answer_parts(
    call: &Call,
    id: &OrderId,
    parts: Vec<PartAnswer>,
) -> Result<Verdict, AnswerError> {
    check_goes_on(call).await?;
    let answered = PartsAnswered { id: id.clone(), parts, by: by(&call.by) };
    let verdict = call.state.desk.answer_parts(call.by.role, answered).await?;
    recorded(call, id, verdict, "bank_orders.parts_answered").await
}

/// A return as a system tells of it: as [`Return`] has it.
#[derive(Debug)]
pub(crate) struct Returned {
    pub(crate) name: String,
    pub(crate) part: Option<i64>,
    pub(crate) amount: Option<Money>,
    pub(crate) reason: Translated,
}

/// Takes the word of a system that money of an order has come back.
pub(crate) async fn take_return(
    call: &Call,
    id: &OrderId,
    Returned { name, part, amount, reason }: Returned,
) -> Result<Verdict, AnswerError> {
    check_goes_on(call).await?;
    let returned = Return { id: id.clone(), part, name, amount, reason, by: by(&call.by) };
    let verdict = call.state.desk.take_return(call.by.role, returned).await?;
    recorded(call, id, verdict, "bank_orders.returned").await
}

fn by(system: &System) -> By {
    By { actor: actor(system), name: system.name.to_string() }
}

/// Writes into the trail what a word about one order came to; one that was taken before leaves no entry.
async fn recorded(
    call: &Call,
    id: &OrderId,
    verdict: Verdict,
    taken: &'static str,
) -> Result<Verdict, AnswerError> {
    let action = match &verdict {
        Verdict::Same => return Ok(verdict),
        Verdict::Taken(_) => taken,
        Verdict::Refused(_) => "bank_orders.answer_refused",
    };
    record(call, &[(action, vec![id.as_str()])]).await?;
    Ok(verdict)
}

/// Writes into the trail what a system did to orders.
async fn record(call: &Call, done: &[(&'static str, Vec<&str>)]) -> Result<()> {
    let mut entries = Vec::new();
    for (action, orders) in done {
        // An entry holds the names of a bounded number of orders; the rest follow in others.
        for some in orders.chunks(ORDERS_PER_ENTRY_MAX) {
            entries.push(entry_of(call, action).detail(json!({ "orders": some })));
        }
    }
    if entries.is_empty() {
        return Ok(());
    }
    let unit = move |tx: &mut Tx| entries.iter().cloned().try_for_each(|entry| audit::record(tx, entry));
    call.state.store.write::<_, StoreError>("bank.answered", unit).await
}

/// The most names of orders in one entry of the trail.
const ORDERS_PER_ENTRY_MAX: usize = 50;
