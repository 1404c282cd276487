//! Orders for payments as messages of ISO 20022.

use iso20022::payments::{Initiation, Transfer};
use orders::{Order, OrderId, PARTS_AT_ONCE_MAX};
use serde_json::Value;

use super::answer::parts;
use super::hand_out::{DeskError, find};
use crate::state::{BankState, Call};

/// The most parts of one message.
const PARTS_MAX: usize = 10_000;

/// Returns pain.001.001.09 for an order; none when the system has no such order, or the order is for no payment or for
/// more than the message tells.
pub(crate) async fn initiation(call: &Call, id: &OrderId) -> Result<Option<Initiation>, DeskError> {
    let Some(order) = find(call, id).await? else { return Ok(None) };
    let Ok(payload) = serde_json::from_str::<Value>(&order.payload) else { return Ok(None) };
    let transfers = match payload.get("payee") {
        Some(_) => vec![payload.clone()],
        None => all_parts(call, id).await?,
    };
    Ok(message(&call.state, &order, &payload, &transfers))
}

pub(crate) async fn all_parts(call: &Call, id: &OrderId) -> Result<Vec<Value>, DeskError> {
    let mut all = Vec::new();
    while all.len() < PARTS_MAX {
        let after = all.last().and_then(|part: &Value| part.get("part")).and_then(Value::as_i64);
        let limit = i64::try_from(PARTS_AT_ONCE_MAX).unwrap_or(i64::MAX);
        let some = parts(call, id, (after.unwrap_or_default(), limit)).await?.unwrap_or_default();
        if some.is_empty() {
            break;
        }
        all.extend(some);
    }
    Ok(all)
}

fn message(state: &BankState, order: &Order, payload: &Value, transfers: &[Value]) -> Option<Initiation> {
    let debtor = payload.get("payer")?;
    // A day that has passed is none on which a bank can pay; that of the hand-out stays, and so does the message.
    let today = state.zone.date_of(order.taken_at.unwrap_or(order.opened_at)).to_string();
    let transfers: Option<Vec<Transfer>> = transfers.iter().map(transfer).collect();
    Some(Initiation {
        name: text(payload, "name").or_else(|| text(payload, "endToEndId"))?,
        created: state.zone.date_time_text(order.opened_at),
        date: text(payload, "date").filter(|day| *day > today).unwrap_or(today),
        amount: text(payload, "amount")?,
        debtor: text(debtor, "name")?,
        inn: text(debtor, "inn")?,
        kpp: text(debtor, "kpp"),
        account: text(debtor, "account")?,
        bic: text(debtor, "bic")?,
        purpose: text(payload, "purpose")?,
        income_code: payload.get("incomeCode").and_then(Value::as_i64).map(|code| code.to_string()),
        priority: u8::try_from(payload.get("priority")?.as_i64()?).ok()?,
        transfers: transfers.filter(|transfers| !transfers.is_empty())?,
    })
}

fn transfer(part: &Value) -> Option<Transfer> {
    let creditor = part.get("payee")?;
    // It has no place for them: whoever pays by it would pay roubles alone, and the books would say otherwise.
    let converts = part.get("conversions").and_then(Value::as_array).is_some_and(|some| !some.is_empty());
    if converts {
        return None;
    }
    Some(Transfer {
        number: part.get("part").and_then(Value::as_i64).unwrap_or(1),
        end_to_end: text(part, "endToEndId")?,
        amount: text(part, "amount")?,
        creditor: text(creditor, "name")?,
        account: text(creditor, "account")?,
        bic: text(creditor, "bic")?,
        deduction: text(part, "deduction"),
    })
}

pub(super) fn text(value: &Value, name: &str) -> Option<String> {
    value.get(name).and_then(Value::as_str).map(str::to_owned)
}
