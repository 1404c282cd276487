//! Operations as a sheet of a table calculation: amounts are numbers and days are days, numbers of accounts, documents
//! and taxpayers are texts.

use std::io;

use jiff::Unit;
use jiff::civil::{Date, date};
use sheets::{Cell, Look, SheetWriter};

use super::words::Words;
use crate::export::{EXPORTED_MAX, Head};
use crate::operation::Operation;

/// Rows in front of the operations: what the statement says of the account and the period, and the names of columns.
const HEAD_ROWS: u32 = 9;
const _: () =
    assert!(EXPORTED_MAX + HEAD_ROWS as i64 <= sheets::SHEET_ROWS_MAX as i64, "a file fits into a sheet");
const WIDTHS: [u8; 15] = [10, 12, 12, 24, 16, 34, 14, 12, 24, 12, 60, 18, 18, 18, 8];

pub(super) fn begin(head: &Head, words: &Words) -> io::Result<(SheetWriter, Vec<u8>)> {
    let look = Look {
        name: words.statement,
        widths: &WIDTHS,
        frozen_rows: HEAD_ROWS,
        has_hundredths: head.has_hundredths,
    };
    let (mut sheet, mut begun) = SheetWriter::begin(look)?;
    let fact = |name, value, more| vec![Cell::Heading(name), Cell::Empty, Cell::Empty, value, more];
    let sum = |name, value| fact(name, value, Cell::Empty);
    let (turnover, owner) = (&head.turnover, &head.owner);
    begun.extend(sheet.rows([
        fact(words.statement, Cell::Text(&head.number), Cell::Text(head.currency)),
        fact(words.owner, text(owner.name.as_ref()), text(owner.inn.as_ref())),
        fact(words.period, day(head.first_day), day(head.last_day)),
        sum(words.opening, Cell::Amount(turnover.opening().minor().into())),
        sum(words.credits, Cell::Amount(turnover.credits().0)),
        sum(words.debits, Cell::Amount(turnover.debits().0)),
        sum(words.closing, Cell::Amount(turnover.closing().minor().into())),
        sum(words.count, Cell::Whole(turnover.count())),
        words.csv_columns.map(Cell::Heading).to_vec(),
    ])?);
    Ok((sheet, begun))
}

pub(super) fn operations(
    sheet: &mut SheetWriter,
    head: &Head,
    words: &Words,
    operations: &[Operation],
) -> io::Result<Vec<u8>> {
    sheet.rows(operations.iter().map(|operation| row(head, words, operation)))
}

fn row<'a>(head: &'a Head, words: &Words, operation: &'a Operation) -> [Cell<'a>; 15] {
    let amount = Cell::Amount(operation.magnitude().0);
    let (debit, credit) = if operation.is_debit() { (amount, Cell::Empty) } else { (Cell::Empty, amount) };
    let other = &operation.other;
    [
        Cell::Whole(operation.number),
        day(head.zone.date_of(operation.booked_at)),
        day(operation.value_date),
        Cell::Text(words.kind(operation.kind)),
        text(operation.document.as_ref()),
        text(other.name.as_ref()),
        text(other.inn.as_ref()),
        text(other.kpp.as_ref()),
        text(other.account.as_ref()),
        text(other.bic.as_ref()),
        Cell::Text(&operation.purpose),
        debit,
        credit,
        Cell::Amount(operation.balance.minor().into()),
        Cell::Text(head.currency),
    ]
}

fn text(text: Option<&String>) -> Cell<'_> {
    text.map_or(Cell::Empty, |text| Cell::Text(text))
}

fn day(day: Date) -> Cell<'static> {
    let days = day.since((Unit::Day, date(1970, 1, 1)));
    days.map_or(Cell::Empty, |days| Cell::Day(days.get_days().into()))
}
