//! A right transfer, for tests to change.

use super::{FIELDS, FieldValue, SentAmount, Transfer};

/// Returns a transfer that has what every transfer must have, and nothing else.
pub(crate) fn transfer(line: i64) -> Transfer {
    let text = |text: &str| FieldValue::Text(text.to_owned());
    let values = FIELDS.each_ref().map(|field| match field.name {
        "last_name" => text("Смирнова"),
        "first_name" => text("Анна"),
        "order_number" => FieldValue::Integer(line),
        "amount" => FieldValue::Amount(SentAmount::from_lexeme("100.00")),
        "account" => text("40817810000000000101"),
        "currency" => text("RUR"),
        _ => FieldValue::Absent,
    });
    Transfer::from_values(line, values).unwrap()
}
