//! Transfers as far as execution needs them, and the people whom they are for.

use std::collections::BTreeMap;

use kernel::{Bic, Money};
use store::{Result, Selected as _, Tx, params};

use super::codec;
use crate::execution::{CurrencyAccounts, PayableLine};
use crate::identifier::StatementId;

/// Whom a payment is for, as the other bank has to know it.
#[derive(Clone, Debug)]
pub(crate) struct Payee {
    /// Surname, given name and patronymic.
    pub(crate) name: String,
    /// The sum that was kept back from the wages under 229-FZ.
    pub(crate) deduction: Option<Money>,
}

store::selected! {
    PayableLine { line, amount: "amount_minor", account, bic, conversions: "conversion" via codec::conversions }
    Payee (last_name, first_name, middle_name) {
        deduction: "deduction_minor"; name: name([last_name, first_name, Option::unwrap_or_default(middle_name)]),
    }
}

store::queries! {
    /// The columns that execution needs of the transfers after line $2 up to $3.
    PAYABLE_LINES = store::text!("select ", PayableLine::LIST, " from payroll_transfers
        where statement_id = $1 and line > $2 and line <= $3 order by line");

    /// A transfer to another bank than this one.
    LINE_ELSEWHERE = "select line from payroll_transfers where statement_id = $1 and bic is not null and bic <> $2
        limit 1";

    /// The accounts in other currencies of those whose money of these lines is converted, by number: converted is into
    /// the first of a currency.
    CURRENCY_ACCOUNTS = "select t.line, l.currency, e.number from payroll_transfers t
        join employees_accounts e on e.rouble_account = t.account
        join ledger_accounts l on l.ledger_account_id = e.number
        where t.statement_id = $1 and t.line > $2 and t.line <= $3 and t.conversion is not null
        order by t.line, e.number";

    /// The people of transfers to other banks, from line $2 to $3.
    PAYEES = store::text!("select line, ", Payee::LIST, " from payroll_transfers
        where statement_id = $1 and line >= $2 and line <= $3 and bic is not null order by line");

    /// Transfers after line $2 as a bank that executes their statement has to know them.
    PARTS = store::text!("select ", PayableLine::LIST, ", ", Payee::LIST, " from payroll_transfers
        where statement_id = $1 and line > $2 order by line limit $3");
}

/// Tells whether a statement pays an employee at another bank than `own`.
pub(crate) fn pays_elsewhere(tx: &mut Tx, id: StatementId, own: &Bic) -> Result<bool> {
    Ok(tx.query_optional(&LINE_ELSEWHERE, params![id.bytes(), own])?.is_some())
}

/// Returns the lines after `after` up to `through`.
pub(crate) fn lines(tx: &mut Tx, id: StatementId, after: i64, through: i64) -> Result<Vec<PayableLine>> {
    tx.select(&PAYABLE_LINES, params![id.bytes(), after, through])
}

/// Returns the accounts in other currencies for the lines after `after` up to `through`.
pub(crate) fn currency_accounts(
    tx: &mut Tx,
    id: StatementId,
    after: i64,
    through: i64,
) -> Result<CurrencyAccounts> {
    let mut accounts = CurrencyAccounts::default();
    for (line, currency, number) in tx.select(&CURRENCY_ACCOUNTS, params![id.bytes(), after, through])? {
        accounts.add(line, currency, number);
    }
    Ok(accounts)
}

/// Returns the transfers after the line `after` with whom they are for, at most `limit`.
pub(crate) fn parts(
    tx: &mut Tx,
    id: StatementId,
    after: i64,
    limit: i64,
) -> Result<Vec<(PayableLine, Payee)>> {
    tx.select(&PARTS, params![id.bytes(), after, limit])
}

/// Returns the people of transfers to other banks from one line to another, by line.
pub(crate) fn payees(tx: &mut Tx, id: StatementId, from: i64, through: i64) -> Result<BTreeMap<i64, Payee>> {
    Ok(tx.select(&PAYEES, params![id.bytes(), from, through])?.into_iter().collect())
}

fn name(names: [&str; 3]) -> String {
    names.into_iter().filter(|name| !name.is_empty()).collect::<Vec<_>>().join(" ")
}
