//! Transfers as far as execution needs them.

use kernel::Bic;
use store::{Result, Selected as _, Tx, params};

use super::codec;
use crate::execution::{CurrencyAccounts, PayableLine};
use crate::identifier::StatementId;

store::selected! {
    PayableLine { line, amount: "amount_minor", account, bic, conversions: "conversion" via codec::conversions }
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
