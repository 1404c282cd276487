//! The rows of transfers.

use store::{Column, Row, StoreError, Tx, Value, params};

use super::codec;
use crate::identifier::StatementId;
use crate::sent_transfers::SentTransfers;
use crate::transfer::{SentTransfer, Transfer};

/// Lines that are read at once where a whole statement is gone through.
pub(crate) const LINES_AT_ONCE: i64 = 1_000;

macro_rules! transfer_columns {
    () => {
        "t.line, t.order_number, t.last_name, t.first_name, t.middle_name, t.amount_minor, t.amount_text, t.account, \
         t.currency, t.personnel_number, t.birth_date, t.bic, t.card_number, t.conversion, t.deduction_minor, \
         t.deduction_text"
    };
}

store::queries! {
    /// One transfer.
    INSERT_TRANSFER = "insert into payroll_transfers (statement_id, line, order_number, last_name, first_name,
            middle_name, amount_minor, amount_text, account, currency, personnel_number, birth_date, bic, card_number,
            conversion, deduction_minor, deduction_text)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)";

    /// A corrected transfer in the place of the one that was there.
    REPLACE_TRANSFER = "update payroll_transfers set order_number = $3, last_name = $4, first_name = $5,
            middle_name = $6, amount_minor = $7, amount_text = $8, account = $9, currency = $10, personnel_number = $11,
            birth_date = $12, bic = $13, card_number = $14, conversion = $15, deduction_minor = $16, deduction_text = $17
        where statement_id = $1 and line = $2";

    /// The transfers of the lines after $2 up to $3.
    TRANSFERS_BETWEEN = concat!("select ", transfer_columns!(), " from payroll_transfers t
        where t.statement_id = $1 and t.line > $2 and t.line <= $3 order by t.line");
}

/// Transfers of a new statement that are written at once.
const WRITTEN_AT_ONCE: usize = 2_500;

/// Columns with one value per transfer, as bulk writing wants them.
#[derive(Default)]
struct Columns<'a> {
    lines: Vec<i64>,
    order_numbers: Vec<i64>,
    last_names: Vec<&'a str>,
    first_names: Vec<&'a str>,
    middle_names: Vec<Option<&'a str>>,
    amounts: Vec<Option<i64>>,
    amount_texts: Vec<Option<&'a str>>,
    accounts: Vec<&'a str>,
    currencies: Vec<&'a str>,
    personnel_numbers: Vec<Option<&'a str>>,
    birth_dates: Vec<Option<&'a str>>,
    bics: Vec<Option<&'a str>>,
    card_numbers: Vec<Option<&'a str>>,
    conversions: Vec<Option<String>>,
    deductions: Vec<Option<i64>>,
    deduction_texts: Vec<Option<&'a str>>,
}

impl<'a> Columns<'a> {
    fn push(&mut self, transfer: &SentTransfer<'a>) {
        let (amount, amount_text) = codec::amount_columns(Some(transfer.amount));
        let (deduction, deduction_text) = codec::amount_columns(transfer.deduction);
        self.lines.push(transfer.line);
        self.order_numbers.push(transfer.order_number);
        self.last_names.push(transfer.last_name);
        self.first_names.push(transfer.first_name);
        self.middle_names.push(transfer.middle_name);
        self.amounts.push(amount);
        self.amount_texts.push(amount_text);
        self.accounts.push(transfer.account);
        self.currencies.push(transfer.currency);
        self.personnel_numbers.push(transfer.personnel_number);
        self.birth_dates.push(transfer.birth_date);
        self.bics.push(transfer.bic);
        self.card_numbers.push(transfer.card_number);
        self.conversions.push(codec::conversions_text(transfer.conversion));
        self.deductions.push(deduction);
        self.deduction_texts.push(deduction_text);
    }

    /// Writes the rows of a statement.
    fn insert(&self, tx: &mut Tx, id: StatementId) -> Result<(), StoreError> {
        let conversions: Vec<Option<&str>> = self.conversions.iter().map(Option::as_deref).collect();
        let columns = [
            Column::Same(Value::from(id.bytes())),
            Column::Integers(&self.lines),
            Column::Integers(&self.order_numbers),
            Column::Texts(&self.last_names),
            Column::Texts(&self.first_names),
            Column::OptionalTexts(&self.middle_names),
            Column::OptionalIntegers(&self.amounts),
            Column::OptionalTexts(&self.amount_texts),
            Column::Texts(&self.accounts),
            Column::Texts(&self.currencies),
            Column::OptionalTexts(&self.personnel_numbers),
            Column::OptionalTexts(&self.birth_dates),
            Column::OptionalTexts(&self.bics),
            Column::OptionalTexts(&self.card_numbers),
            Column::OptionalTexts(&conversions),
            Column::OptionalIntegers(&self.deductions),
            Column::OptionalTexts(&self.deduction_texts),
        ];
        tx.insert_bulk(&INSERT_TRANSFER, &columns).map(drop)
    }
}

/// Writes the transfers of a new statement, a bounded number at a time.
pub(crate) fn insert(tx: &mut Tx, id: StatementId, transfers: &SentTransfers) -> Result<(), StoreError> {
    let mut rest = transfers.iter().peekable();
    while rest.peek().is_some() {
        let mut columns = Columns::default();
        rest.by_ref().take(WRITTEN_AT_ONCE).for_each(|transfer| columns.push(&transfer));
        columns.insert(tx, id)?;
    }
    Ok(())
}

/// Puts a corrected transfer in the place of the one with its line.
pub(crate) fn replace(tx: &mut Tx, id: StatementId, transfer: &Transfer) -> Result<(), StoreError> {
    let sent = transfer.as_sent();
    let (amount, amount_text) = codec::amount_columns(Some(sent.amount));
    let (deduction, deduction_text) = codec::amount_columns(sent.deduction);
    let values = params![
        id.bytes(),
        sent.line,
        sent.order_number,
        sent.last_name,
        sent.first_name,
        sent.middle_name,
        amount,
        amount_text,
        sent.account,
        sent.currency,
        sent.personnel_number,
        sent.birth_date,
        sent.bic,
        sent.card_number,
        codec::conversions_text(sent.conversion),
        deduction,
        deduction_text,
    ];
    tx.execute_one(&REPLACE_TRANSFER, values)
}

/// Returns the transfers of the lines after `after` up to `through`.
pub(crate) fn between(
    tx: &mut Tx,
    id: StatementId,
    after: i64,
    through: i64,
) -> Result<Vec<Transfer>, StoreError> {
    tx.query(&TRANSFERS_BETWEEN, params![id.bytes(), after, through])?.iter().map(from_row).collect()
}

/// Goes through all transfers of a statement, a bounded number at a time.
pub(crate) fn for_each(
    tx: &mut Tx,
    id: StatementId,
    lines_count: i64,
    mut visit: impl FnMut(&Transfer<&str>),
) -> Result<(), StoreError> {
    let mut after = 0;
    while after < lines_count {
        let through = (after + LINES_AT_ONCE).min(lines_count);
        for row in tx.query(&TRANSFERS_BETWEEN, params![id.bytes(), after, through])? {
            visit(&from_row(&row)?);
        }
        after = through;
    }
    Ok(())
}

/// Reads a transfer whose texts are copied or stay in the row.
fn from_row<'r, T: From<&'r str>>(row: &'r Row) -> Result<Transfer<T>, StoreError> {
    let text = |column: &str| row.text(column).map(T::from);
    let optional = |column: &str| Ok::<_, StoreError>(row.optional_text(column)?.map(T::from));
    Ok(Transfer {
        line: row.integer("line")?,
        order_number: row.integer("order_number")?,
        last_name: text("last_name")?,
        first_name: text("first_name")?,
        middle_name: optional("middle_name")?,
        amount: codec::amount(row, "amount_minor", "amount_text")?
            .ok_or_else(|| row.inconsistency("amount_minor", "and amount_text are NULL"))?,
        account: text("account")?,
        currency: text("currency")?,
        personnel_number: optional("personnel_number")?,
        birth_date: optional("birth_date")?,
        bic: optional("bic")?,
        card_number: optional("card_number")?,
        conversion: codec::conversions(row, "conversion")?,
        deduction: codec::amount(row, "deduction_minor", "deduction_text")?,
    })
}
