//! Payments that come back after the bank had said that they were made.

use orders::{Answer, Answered, OrderError, OrderState, Outcome, Refusal, Return, Verdict};
use serde_json::{Map, json};
use store::Tx;

use super::execute::{book_returned, money_unit, paid_outside};
use super::order::of_job;
use super::trail;
use crate::rail::{RailAnswer, RailPayment};
use crate::state::PayrollState;
use crate::store::{outcomes, statements, unclaimed};
use crate::stuck::StuckId;
use crate::transfer_status::Outcome as TransferOutcome;

/// Books a return in a unit of work that writes the ledger. `payment` finds the payment in the order's `object_id`.
pub(super) async fn take_return(
    state: &PayrollState,
    given: Return,
    payment: fn(&str, Option<i64>) -> Option<StuckId>,
) -> Result<Verdict, OrderError> {
    let unit = move |tx: &mut Tx, state: &PayrollState| take(tx, state, &given, payment);
    money_unit(state, "payroll.returned", unit).await
}

fn take(
    tx: &mut Tx,
    state: &PayrollState,
    given: &Return,
    payment: fn(&str, Option<i64>) -> Option<StuckId>,
) -> Result<Verdict, OrderError> {
    let Some(order) = orders::find(tx, &given.id)? else { return Ok(Verdict::Refused(Refusal::Unknown)) };
    let impossible = |reason: &str| Refusal::Impossible(reason.to_owned());
    let Some(id) = payment(&order.object_id, given.part) else {
        return refuse(tx, state, given, impossible("`part` names the transfer that came back"));
    };
    let Some(header) = statements::header(tx, id.statement)? else {
        return refuse(tx, state, given, impossible("the statement has left for the archive"));
    };
    let known = outcomes::of_lines(tx, id.statement, [id.line])?;
    if known.get(&id.line) != Some(&TransferOutcome::Settled) {
        let reason = "this payment was not made: answer its order with `REFUSED`";
        return refuse(tx, state, given, impossible(reason));
    }
    let Some(paid) = paid_outside(tx, state, &header, id.line).map_err(of_job)? else {
        return refuse(tx, state, given, impossible("the transfer was paid inside the bank"));
    };
    let came_back = RailPayment { amount: given.amount.unwrap_or(paid.amount), ..paid };
    if came_back.amount > paid.amount {
        return refuse(tx, state, given, impossible("more came back than was paid"));
    }
    match unclaimed::known_return(tx, (&given.name, came_back.amount), id)? {
        Some(true) => return Ok(Verdict::Same),
        Some(false) => return refuse(tx, state, given, Refusal::Contradicts),
        None => {}
    }
    let answer = RailAnswer::Returned { reason: given.reason.clone() };
    book_returned(tx, state, &header, came_back, (&given.name, answer), &given.by.actor).map_err(of_job)?;
    let now = state.clock.now();
    orders::note(tx, &given.by, "bank_orders.returned", &[&given.id], now, &*state.randomness)?;
    let entry = trail::of_program(&*state.randomness, now, "payroll_payment.came_back", &header);
    let amount = given.amount.map(|amount| amount.to_string());
    let detail = json!({ "line": id.line, "return": given.name, "amount": amount, "from": given.by.name() });
    audit::record(tx, entry.detail(detail))?;
    Ok(Verdict::Taken(OrderState::Answered))
}

/// Keeps a return that changes nothing, for people to look at.
fn refuse(
    tx: &mut Tx,
    state: &PayrollState,
    given: &Return,
    refusal: Refusal,
) -> Result<Verdict, OrderError> {
    let amount = given.amount.map(|amount| amount.to_string());
    let facts = [("return", json!(given.name)), ("part", json!(given.part)), ("amount", json!(amount))];
    let details = Map::from_iter(facts.map(|(name, value)| (name.to_owned(), value)));
    let reason = Some(given.reason.clone());
    let answer = Answer { outcome: Outcome::Refused, reference: None, reason, details };
    let answered = Answered { id: given.id.clone(), answer, by: given.by.clone() };
    orders::refuse(tx, &answered, refusal, state.clock.now(), &*state.randomness)
}
