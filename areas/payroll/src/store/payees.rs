//! Those whom payments to other banks are for.

use std::collections::BTreeMap;

use kernel::{AccountNumber, Bic, Money};
use store::{Row, StoreError, Tx, params};

use super::codec;
use crate::identifier::StatementId;
use crate::transfer::Conversion;

store::queries! {
    /// The people of transfers to other banks, from line $2 to $3.
    PAYEES = "select line, last_name, first_name, middle_name, deduction_minor from payroll_transfers
        where statement_id = $1 and line >= $2 and line <= $3 and bic is not null order by line";

    /// Transfers after line $2 as a bank that executes their statement has to know them.
    PARTS = "select line, last_name, first_name, middle_name, deduction_minor, amount_minor, account, bic, conversion
        from payroll_transfers where statement_id = $1 and line > $2 order by line limit $3";
}

/// Whom a payment is for, as the other bank has to know it.
#[derive(Clone, Debug)]
pub(crate) struct Payee {
    /// Surname, given name and patronymic.
    pub(crate) name: String,
    /// The sum that was kept back from the wages under 229-FZ.
    pub(crate) deduction: Option<Money>,
}

/// A transfer of a statement that the bank executes.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Its line, from 1.
    pub(crate) line: i64,
    /// Whom it is for.
    pub(crate) payee: Payee,
    /// The amount, in roubles.
    pub(crate) amount: Money,
    /// The employee's rouble account.
    pub(crate) account: AccountNumber,
    /// The bank that keeps it; this one when absent.
    pub(crate) bic: Option<Bic>,
    /// The parts that are paid in other currencies.
    pub(crate) conversions: Vec<Conversion>,
}

/// Returns the transfers after the line `after`, at most `limit`.
pub(crate) fn parts(tx: &mut Tx, id: StatementId, after: i64, limit: i64) -> Result<Vec<Part>, StoreError> {
    let part = |row: &Row| {
        let (line, payee) = payee(row)?;
        Ok(Part {
            line,
            payee,
            amount: Money::from_minor(row.integer("amount_minor")?),
            account: row.parse("account")?,
            bic: row.optional_parse("bic")?,
            conversions: codec::conversions(row, "conversion")?,
        })
    };
    tx.query(&PARTS, params![id.bytes(), after, limit])?.iter().map(part).collect()
}

/// Returns the people of transfers to other banks from one line to another, by line.
pub(crate) fn of_lines(
    tx: &mut Tx,
    id: StatementId,
    from: i64,
    through: i64,
) -> Result<BTreeMap<i64, Payee>, StoreError> {
    tx.query(&PAYEES, params![id.bytes(), from, through])?.iter().map(payee).collect()
}

fn payee(row: &Row) -> Result<(i64, Payee), StoreError> {
    let names = [
        row.text("last_name")?,
        row.text("first_name")?,
        row.optional_text("middle_name")?.unwrap_or_default(),
    ];
    let names = names.into_iter().filter(|name| !name.is_empty());
    let name = names.collect::<Vec<_>>().join(" ");
    let deduction = row.optional_integer("deduction_minor")?.map(Money::from_minor);
    Ok((row.integer("line")?, Payee { name, deduction }))
}
