//! Operations as JSON.

use jiff::civil::Date;
use kernel::BankZone;

use super::{amount, moment, number, text};
use crate::account::Account;
use crate::operation::{Operation, Turnover};
use crate::period::Period;

/// Bytes that an operation takes, a first guess.
const OPERATION_BYTES_GUESSED: usize = 512;

/// Writes the answer: the period with its balances and totals, and a page of its operations.
pub(in crate::api) fn write_operations(
    account: &Account<'_>,
    period: &Period,
    turnover: &Turnover,
    operations: &[Operation],
    next: Option<i64>,
    zone: &BankZone,
) -> Vec<u8> {
    let mut out = Vec::with_capacity(OPERATION_BYTES_GUESSED * (operations.len() + 1));
    text(&mut out, "{\"number\":", account.number.as_str());
    text(&mut out, ",\"currency\":", account.currency.as_str());
    day(&mut out, ",\"from\":", period.from());
    day(&mut out, ",\"to\":", period.to());
    amount(&mut out, ",\"openingBalance\":", turnover.opening());
    amount(&mut out, ",\"closingBalance\":", turnover.closing());
    number(&mut out, ",\"debits\":", &turnover.debits());
    number(&mut out, ",\"credits\":", &turnover.credits());
    number(&mut out, ",\"operationsCount\":", &turnover.count());
    out.extend_from_slice(b",\"operations\":[");
    for (index, operation) in operations.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write_operation(&mut out, operation, zone);
    }
    out.push(b']');
    if let Some(next) = next {
        text(&mut out, ",\"nextCursor\":", itoa::Buffer::new().format(next));
    }
    out.push(b'}');
    out
}

fn write_operation(out: &mut Vec<u8>, operation: &Operation, zone: &BankZone) {
    number(out, "{\"number\":", &operation.number);
    moment(out, ",\"bookedAt\":", Some(operation.booked_at), zone);
    day(out, ",\"valueDate\":", Some(operation.value_date));
    text(out, ",\"kind\":", operation.kind.as_str());
    optional(out, ",\"documentNumber\":", operation.document.as_deref());
    text(out, ",\"side\":", if operation.is_debit() { "DEBIT" } else { "CREDIT" });
    number(out, ",\"amount\":", &operation.magnitude());
    amount(out, ",\"balance\":", operation.balance);
    text(out, ",\"purpose\":", &operation.purpose);
    if let Some(name) = &operation.other.name {
        text(out, ",\"counterparty\":{\"name\":", name);
        optional(out, ",\"account\":", operation.other.account.as_deref());
        optional(out, ",\"inn\":", operation.other.inn.as_deref());
        optional(out, ",\"kpp\":", operation.other.kpp.as_deref());
        optional(out, ",\"bic\":", operation.other.bic.as_deref());
        out.push(b'}');
    }
    out.push(b'}');
}

fn optional(out: &mut Vec<u8>, name: &str, value: Option<&str>) {
    if let Some(value) = value {
        text(out, name, value);
    }
}

fn day(out: &mut Vec<u8>, name: &str, day: Option<Date>) {
    if let Some(day) = day {
        text(out, name, &day.to_string());
    }
}
