//! Opening and closing accounts of the ledger. One whose money has left for another bank and may still come back stays
//! open.

use std::collections::BTreeSet;

use kernel::{AccountNumber, Currency, Money};
use store::{Column, Result, Selected as _, Tx, Value, params};

use super::closing::pin;
use super::{InternalAccount, LedgerAccountId, LedgerError, Refusal};

store::queries! {
    LEDGER_ACCOUNT_OPEN = "insert into ledger_accounts (ledger_account_id, class, currency, is_open) \
        values ($1, $2, $3, $4) on conflict (ledger_account_id) do nothing";
    /// Adds an account that nobody has looked for yet.
    LEDGER_ACCOUNT_ADD = "insert into ledger_accounts (ledger_account_id, class, currency, is_open, operations_count, \
        debits_high, debits_low) values ($1, $2, $3, $4, $5, $6, $7)";
    pub(crate) LEDGER_ACCOUNT_STATE = store::text!("select ", AccountState::LIST, " from ledger_accounts \
        where ledger_account_id = $1");
    /// Closes an account that is empty, or opens it again.
    LEDGER_ACCOUNT_SET_OPEN = "update ledger_accounts set is_open = $2 where ledger_account_id = $1 \
        and is_open <> $2 and balance_minor = 0 and held_minor = 0 and limit_minor = 0 \
        and ($2 or not exists (select 1 from ledger_awaited_returns r where r.ledger_account_id = $1))";
    AWAITED_ADD = "insert into ledger_awaited_returns (ledger_account_id, awaited_for) values ($1, $2)
        on conflict (ledger_account_id, awaited_for) do nothing";
    AWAITED_END = "delete from ledger_awaited_returns where ledger_account_id = $1 and awaited_for = $2";
    AWAITED_ANY = "select awaited_for from ledger_awaited_returns where ledger_account_id = $1 limit 1";
}

/// An account of the ledger as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccountState {
    pub currency: Currency,
    pub is_open: bool,
    pub balance: Money,
    /// The sum of the holds that are not released.
    pub held: Money,
    /// The sum of its credit limits.
    pub limit: Money,
}

store::selected! {
    AccountState {
        currency, is_open, balance: "balance_minor", held: "held_minor", limit: "limit_minor",
    }
}

pub fn account_state(tx: &mut Tx, account: &LedgerAccountId) -> Result<Option<AccountState>> {
    tx.select_optional(&LEDGER_ACCOUNT_STATE, params![account.as_str()])
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct NewAccount<'a> {
    pub(crate) number: &'a AccountNumber,
    pub(crate) currency: Currency,
    pub(crate) is_open: bool,
}

/// Adds customers' accounts without money, none of which is there, and the bank's own accounts in their currencies.
/// Those of companies keep operations.
pub(crate) fn open_customer_accounts(
    tx: &mut Tx,
    accounts: &[NewAccount<'_>],
    keep_operations: bool,
) -> Result<()> {
    if accounts.is_empty() {
        return Ok(());
    }
    let numbers: Vec<&str> = accounts.iter().map(|account| account.number.as_str()).collect();
    let currencies: Vec<&str> = accounts.iter().map(|account| account.currency.as_str()).collect();
    let open: Vec<bool> = accounts.iter().map(|account| account.is_open).collect();
    let kept = || Column::Same(if keep_operations { Value::Integer(0) } else { Value::Null });
    let columns = [
        Column::Texts(&numbers),
        Column::Same(Value::Text("CUSTOMER".into())),
        Column::Texts(&currencies),
        Column::Booleans(&open),
        kept(),
        kept(),
        kept(),
    ];
    tx.insert_bulk(&LEDGER_ACCOUNT_ADD, &columns)?;
    let currencies: BTreeSet<Currency> = accounts.iter().map(|account| account.currency).collect();
    currencies.into_iter().try_for_each(|currency| open_internal_accounts(tx, currency))
}

/// Adds the bank's own accounts in `currency`, those that are not there yet.
pub fn open_internal_accounts(tx: &mut Tx, currency: Currency) -> Result<()> {
    let last = InternalAccount::Unclaimed.in_currency(currency);
    if account_state(tx, &last)?.is_some() {
        return Ok(());
    }
    for account in InternalAccount::ALL.into_iter().filter(|account| !account.is_of_roubles()) {
        let id = account.in_currency(currency);
        tx.execute(&LEDGER_ACCOUNT_OPEN, params![id.as_str(), "INTERNAL", currency, true])?;
    }
    Ok(())
}

/// Adds the accounts of what revaluations come to.
pub(super) fn open_revaluation(tx: &mut Tx) -> Result<()> {
    for account in InternalAccount::ALL.into_iter().filter(|account| account.is_of_roubles()) {
        let id = account.in_currency(Currency::RUR);
        tx.execute(&LEDGER_ACCOUNT_OPEN, params![id.as_str(), "INTERNAL", Currency::RUR, true])?;
    }
    Ok(())
}

/// Closes an account, which has to be empty (no money, no holds, no credit limits, nothing that may come back), or
/// opens it again. Returns whether that changed anything.
pub fn set_open(tx: &mut Tx, account: &LedgerAccountId, is_open: bool) -> Result<bool, LedgerError> {
    if !is_open {
        pin(tx, account)?;
    }
    if tx.execute(&LEDGER_ACCOUNT_SET_OPEN, params![account.as_str(), is_open])? == 1 {
        return Ok(true);
    }
    let refused = |refusal| Err(LedgerError::Refused { account: account.clone(), refusal });
    match account_state(tx, account)? {
        None => refused(Refusal::UnknownAccount),
        Some(state) if state.is_open != is_open => {
            let is_awaited = tx.query_optional(&AWAITED_ANY, params![account.as_str()])?.is_some();
            refused(if is_awaited { Refusal::UnderWay } else { Refusal::Closed })
        }
        Some(_) => Ok(false),
    }
}

/// Keeps the account from being closed, until [`end_awaiting`] says that no money can come back any more for what
/// `awaited_for` names.
pub fn await_returns(tx: &mut Tx, account: &LedgerAccountId, awaited_for: &str) -> Result<()> {
    tx.execute(&AWAITED_ADD, params![account.as_str(), awaited_for]).map(drop)
}

/// Lets the account be closed again as far as `awaited_for` is concerned.
pub fn end_awaiting(tx: &mut Tx, account: &LedgerAccountId, awaited_for: &str) -> Result<()> {
    tx.execute(&AWAITED_END, params![account.as_str(), awaited_for]).map(drop)
}
