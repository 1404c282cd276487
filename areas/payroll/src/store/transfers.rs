//! The rows of transfers, their versions, which corrections compare, and as much of them as execution needs, with the
//! people whom they are for.

use std::collections::{BTreeMap, HashMap};

use kernel::{Bic, Money};
use store::{Query, Result, Row, Selected as _, Tx, Value, params};

use super::codec;
use super::transfer_columns::{self, COLUMNS, PARAMETERS, row_values, value};
use crate::execution::{CurrencyAccounts, PayableLine};
use crate::identifier::StatementId;
use crate::sent_transfers::SentTransfers;
use crate::transfer::{FIELDS, FIELDS_COUNT, FieldValue, Text, Transfer};
use crate::transfer_search::SoughtTransfer;

/// Lines that are read at once where a whole statement is gone through.
const LINES_AT_ONCE: i64 = 1_000;

store::selected! {
    SoughtTransfer as "t" (last_name, first_name, middle_name) {
        line, account, card: "card_number", amount: "amount_minor"; name: name(last_name, first_name, middle_name),
    }
    PayableLine { line, amount: "amount_minor", account, bic, conversions: "conversion" via codec::conversions }
    Payee (last_name, first_name, middle_name) {
        deduction: "deduction_minor"; name: name(last_name, first_name, middle_name),
    }
}

store::queries! {
    INSERT_TRANSFER = store::text!("insert into payroll_transfers (statement_id, line, ", COLUMNS, ")
        values ($1, $2, ", PARAMETERS, ")");

    REPLACE_TRANSFER = store::text!("update payroll_transfers set (", COLUMNS, ") = (", PARAMETERS, ")
        where statement_id = $1 and line = $2");

    TRANSFERS_SOUGHT = store::text!("select ", SoughtTransfer::ALIASED, " from payroll_transfers t
        where t.statement_id = $1 and t.line > $2 and t.line <= $3 order by t.line");

    TRANSFERS_BETWEEN = store::text!("select line, ", COLUMNS, " from payroll_transfers
        where statement_id = $1 and line > $2 and line <= $3 order by line");

    ROW_VERSIONS = "select t.line, t.version from payroll_transfers t
        where t.statement_id = $1 and t.line > $2 and t.line <= $3 order by t.line";

    NEXT_ROW_VERSION = "update payroll_transfers set version = version + 1
        where statement_id = $1 and line = $2 and version = $3";

    PAYABLE_LINES = store::text!("select ", PayableLine::LIST, " from payroll_transfers
        where statement_id = $1 and line > $2 and line <= $3 order by line");

    LINE_ELSEWHERE = "select line from payroll_transfers where statement_id = $1 and bic <> $2 limit 1";

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

/// Transfers of a new statement that are written at once.
const WRITTEN_AT_ONCE: usize = 2_500;

/// Writes the transfers of a new statement, a bounded number at a time.
pub(crate) fn insert(tx: &mut Tx, id: StatementId, transfers: &SentTransfers) -> Result<()> {
    let mut rest = transfers.values();
    loop {
        let rows: Vec<_> = rest.by_ref().take(WRITTEN_AT_ONCE).collect();
        if rows.is_empty() {
            return Ok(());
        }
        transfer_columns::insert(tx, &INSERT_TRANSFER, id, &rows)?;
    }
}

pub(crate) fn replace(tx: &mut Tx, id: StatementId, transfer: &Transfer) -> Result<()> {
    let key = [Value::from(id.bytes()), Value::from(transfer.line)];
    let values = key.into_iter().chain(row_values(&transfer.values())).collect();
    tx.execute_one(&REPLACE_TRANSFER, values)
}

/// Returns the transfers of the lines after `after` up to `through`.
pub(crate) fn between(tx: &mut Tx, id: StatementId, after: i64, through: i64) -> Result<Vec<Transfer>> {
    let mut found = Vec::new();
    each_row(tx, &TRANSFERS_BETWEEN, id, (after, through), |row| {
        found.push(from_row(row)?);
        Ok(())
    })?;
    Ok(found)
}

/// Returns the versions of the transfers of the lines after `after` up to `through`, by line.
pub(crate) fn versions(tx: &mut Tx, id: StatementId, after: i64, through: i64) -> Result<HashMap<i64, i64>> {
    let mut versions = HashMap::new();
    each_row(tx, &ROW_VERSIONS, id, (after, through), |row| {
        let (line, version) = row.read()?;
        versions.insert(line, version);
        Ok(())
    })?;
    Ok(versions)
}

/// Gives the transfer its next version; `false` when it has not the version `seen` any more.
pub(crate) fn next_version(tx: &mut Tx, id: StatementId, line: i64, seen: i64) -> Result<bool> {
    Ok(tx.execute(&NEXT_ROW_VERSION, params![id.bytes(), line, seen])? == 1)
}

/// Goes through all transfers of a statement, a bounded number at a time.
pub(crate) fn for_each(
    tx: &mut Tx,
    id: StatementId,
    lines_count: i64,
    mut visit: impl FnMut(&Transfer<&str>),
) -> Result<()> {
    each_row(tx, &TRANSFERS_BETWEEN, id, (0, lines_count), |row| {
        visit(&from_row(row)?);
        Ok(())
    })
}

/// Goes through what a search sees of all transfers of a statement, a bounded number at a time.
pub(crate) fn for_each_sought(
    tx: &mut Tx,
    id: StatementId,
    lines_count: i64,
    mut visit: impl FnMut(SoughtTransfer),
) -> Result<()> {
    each_row(tx, &TRANSFERS_SOUGHT, id, (0, lines_count), |row| row.read().map(&mut visit))
}

/// Hands the rows of the lines after `after` up to `last` to `visit`, a bounded number of which is read at a time.
fn each_row(
    tx: &mut Tx,
    query: &'static Query,
    id: StatementId,
    (mut after, last): (i64, i64),
    mut visit: impl FnMut(&Row) -> Result<()>,
) -> Result<()> {
    while after < last {
        let through = after.saturating_add(LINES_AT_ONCE).min(last);
        for row in tx.query(query, params![id.bytes(), after, through])? {
            visit(&row)?;
        }
        after = through;
    }
    Ok(())
}

fn name(last: &str, first: &str, middle: Option<&str>) -> String {
    let names = [last, first, middle.unwrap_or_default()];
    names.into_iter().filter(|name| !name.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Reads a transfer whose texts are copied or stay in the row.
fn from_row<'r, T: Text + From<&'r str>>(row: &'r Row) -> Result<Transfer<T>> {
    let mut values = [const { FieldValue::Absent }; FIELDS_COUNT];
    for (field, place) in FIELDS.iter().zip(&mut values) {
        *place = value(row, field)?;
    }
    let transfer = Transfer::from_values(row.read()?, values);
    transfer.ok_or_else(|| row.inconsistency("line", "is no transfer"))
}

/// Whom a payment is for, as the other bank has to know it.
#[derive(Clone, Debug)]
pub(crate) struct Payee {
    pub(crate) name: String,
    /// The sum that was kept back from the wages under 229-FZ.
    pub(crate) deduction: Option<Money>,
}

pub(crate) fn pays_elsewhere(tx: &mut Tx, id: StatementId, own: &Bic) -> Result<bool> {
    Ok(tx.query_optional(&LINE_ELSEWHERE, params![id.bytes(), own])?.is_some())
}

/// Returns the lines after `after` up to `through`.
pub(crate) fn payable(tx: &mut Tx, id: StatementId, after: i64, through: i64) -> Result<Vec<PayableLine>> {
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
