//! Accounts and operations as JSON: the answer is written straight into its buffer, field by field, amounts as exact
//! decimals.

use jiff::civil::Date;
use kernel::{BankZone, Instant, Money};

use super::error::AccountsError;
use super::field::{Field, Fields, Value};
use crate::account::Account;
use crate::operation::{Operation, Turnover};
use crate::period::Period;

/// Bytes that an account with every field takes, names and all; a first guess that spares most buffers a second
/// allocation.
pub(super) const ACCOUNT_BYTES_GUESSED: usize = 1_024;
/// Bytes that an operation takes, a first guess.
const OPERATION_BYTES_GUESSED: usize = 512;

/// Appends the account: the deprecated `id`, then the chosen fields in the order of spec section 2.2.
pub(super) fn write_account(
    out: &mut Vec<u8>,
    account: &Account<'_>,
    fields: Fields,
    zone: &BankZone,
) -> Result<(), AccountsError> {
    text(out, "{\"id\":", account.document_id);
    for field in fields.iter() {
        write_field(out, account, field, zone)?;
    }
    out.push(b'}');
    Ok(())
}

/// Appends `,"name":value`, or nothing for a moment that is not known.
fn write_field(
    out: &mut Vec<u8>,
    account: &Account<'_>,
    field: Field,
    zone: &BankZone,
) -> Result<(), AccountsError> {
    match field.written(account) {
        (name, Value::Text(value)) => text(out, name, value),
        (name, Value::Integer(value)) => integer(out, name, value),
        (name, Value::Boolean(value)) => boolean(out, name, value),
        (name, Value::Amount(Some(value))) => amount(out, name, value),
        (_, Value::Amount(None)) => return Err(AccountsError::AmountRange(account.number.clone())),
        (name, Value::Moment(value)) => moment(out, name, value, zone),
    }
    Ok(())
}

/// Writes the answer: the period with its balances and totals, and a page of its operations.
pub(super) fn write_operations(
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

fn integer(out: &mut Vec<u8>, name: &str, value: u16) {
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

/// A whole number, or a decimal that may be longer than an amount.
fn number(out: &mut Vec<u8>, name: &str, value: &impl ToString) {
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(value.to_string().as_bytes());
}

fn boolean(out: &mut Vec<u8>, name: &str, value: bool) {
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(if value { b"true" } else { b"false" });
}

/// An exact decimal with two fraction digits; it never is a binary fraction on the way.
fn amount(out: &mut Vec<u8>, name: &str, value: Money) {
    out.extend_from_slice(name.as_bytes());
    value.append_json_number(out);
}

/// ISO 8601 with the bank's offset. An unknown moment is left out.
fn moment(out: &mut Vec<u8>, name: &str, value: Option<Instant>, zone: &BankZone) {
    if let Some(value) = value {
        text(out, name, &zone.date_time_text(value));
    }
}

/// A JSON string (RFC 8259, section 7).
fn text(out: &mut Vec<u8>, name: &str, value: &str) {
    out.extend_from_slice(name.as_bytes());
    // Nearly every text stands as it is; looking at all of its bytes without leaving early takes vector instructions.
    let is_special = |byte: u8| matches!(byte, 0..=0x1f | b'"' | b'\\');
    if value.bytes().fold(false, |found, byte| found | is_special(byte)) {
        // A buffer takes whatever is written.
        let _ = serde_json::to_writer(out, value);
        return;
    }
    out.push(b'"');
    out.extend_from_slice(value.as_bytes());
    out.push(b'"');
}

#[cfg(test)]
mod tests;
