//! Operations as a table: cells after semicolons, decimal commas, UTF-8 with a mark of byte order, which is how table
//! calculations in Russian open a file without questions.

use sheets::{BYTE_ORDER_MARK, csv_cell};

use super::words::Words;
use crate::export::Head;
use crate::operation::Operation;

pub(super) fn begin(words: &Words) -> Vec<u8> {
    format!("{BYTE_ORDER_MARK}{}", row(&words.csv_columns.map(csv_cell))).into_bytes()
}

pub(super) fn operations(head: &Head, words: &Words, operations: &[Operation]) -> Vec<u8> {
    operations.iter().map(|operation| line(head, words, operation)).collect::<String>().into_bytes()
}

fn line(head: &Head, words: &Words, operation: &Operation) -> String {
    let text = |text: &Option<String>| csv_cell(text.as_deref().unwrap_or_default());
    let magnitude = decimal(&operation.magnitude().to_string());
    let (debit, credit) =
        if operation.is_debit() { (magnitude, String::new()) } else { (String::new(), magnitude) };
    let other = &operation.other;
    row(&[
        operation.number.to_string(),
        head.zone.date_of(operation.booked_at).to_string(),
        operation.value_date.to_string(),
        csv_cell(words.kind(operation.kind)),
        text(&operation.document),
        text(&other.name),
        text(&other.inn),
        text(&other.kpp),
        text(&other.account),
        text(&other.bic),
        csv_cell(&operation.purpose),
        debit,
        credit,
        decimal(&operation.balance.to_string()),
        head.currency.to_owned(),
    ])
}

/// A number of the program's own making needs no guard, and stays a number.
fn decimal(plain: &str) -> String {
    plain.replace('.', ",")
}

fn row(cells: &[String]) -> String {
    format!("{}\r\n", cells.join(";"))
}
