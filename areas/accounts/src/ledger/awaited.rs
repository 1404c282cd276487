//! Accounts whose money has left for another bank and may still come back.

use store::{Result, Tx, params};

use super::LedgerAccountId;

store::queries! {
    AWAITED_ADD = "insert into ledger_awaited_returns (ledger_account_id, awaited_for) values ($1, $2)
        on conflict (ledger_account_id, awaited_for) do nothing";
    AWAITED_END = "delete from ledger_awaited_returns where ledger_account_id = $1 and awaited_for = $2";
    AWAITED_ANY = "select awaited_for from ledger_awaited_returns where ledger_account_id = $1 limit 1";
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

/// Returns `true` when money may come back for the account.
pub(super) fn awaits_returns(tx: &mut Tx, account: &LedgerAccountId) -> Result<bool> {
    Ok(tx.query_optional(&AWAITED_ANY, params![account.as_str()])?.is_some())
}
