//! Accounts as JSON: the answer is written straight into its buffer, field by field, amounts as exact decimals.

use kernel::{BankZone, Instant, Money};

use crate::account::Account;

use super::error::AccountsError;
use super::field::{Field, Fields, Value};

mod operation;

pub(super) use operation::write_operations;

/// Bytes that an account with every field takes, names and all; a first guess that spares most buffers a second
/// allocation.
pub(super) const ACCOUNT_BYTES_GUESSED: usize = 1_024;

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

/// A JSON string (RFC 8259, section 7): quotation mark, backslash and control characters are escaped, everything else
/// stands as it is.
fn text(out: &mut Vec<u8>, name: &str, value: &str) {
    out.extend_from_slice(name.as_bytes());
    out.push(b'"');
    // Nearly every text stands as it is; looking at all of its bytes without leaving early takes vector instructions.
    let is_special = |byte: u8| matches!(byte, 0..=0x1f | b'"' | b'\\');
    if !value.bytes().fold(false, |found, byte| found | is_special(byte)) {
        out.extend_from_slice(value.as_bytes());
        out.push(b'"');
        return;
    }
    let mut written = 0;
    for (at, byte) in value.bytes().enumerate() {
        if !is_special(byte) {
            continue;
        }
        out.extend_from_slice(&value.as_bytes()[written..at]);
        escape(out, byte);
        written = at + 1;
    }
    out.extend_from_slice(&value.as_bytes()[written..]);
    out.push(b'"');
}

fn escape(out: &mut Vec<u8>, byte: u8) {
    const HEXADECIMAL: &[u8; 16] = b"0123456789abcdef";
    if byte == b'"' || byte == b'\\' {
        out.extend_from_slice(&[b'\\', byte]);
    } else {
        out.extend_from_slice(b"\\u00");
        out.extend_from_slice(&[HEXADECIMAL[usize::from(byte >> 4)], HEXADECIMAL[usize::from(byte & 15)]]);
    }
}

#[cfg(test)]
mod tests;
