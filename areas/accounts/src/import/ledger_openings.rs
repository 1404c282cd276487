//! `ledger_openings`: the balances that accounts bring along. Each is an entry against the bank's opening equity, so
//! that the ledger adds up to zero from its first day.

use audit::Actor;
use import::{
    Chunks, ImportContext, ImportFile, ImportRow, RowError, RowOutcome, RowResult, TableImporter, columns,
};
use kernel::{AccountNumber, Money};
use store::Tx;

use super::lookup::finer_than_hundredths;
use super::{Day, GROUP, booked, refuse_archived, refused};
use crate::ledger::core::opening_key;
use crate::ledger::{
    EntryHeader, EntryKind, Funds, IdempotencyKey, LedgerAccountId, LedgerError, Posted, account_state,
    has_archived_postings, is_posted, opening, post_fact,
};

pub(super) struct LedgerOpeningsFile;

impl TableImporter for LedgerOpeningsFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            chunks: Some(Chunks::new(GROUP, "account")),
            columns: columns! { account, amount, posted_at, value_date },
            ..ImportFile::new("ledger_openings", "account", &["account"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, context: &ImportContext<'_>) -> RowResult {
        let number: AccountNumber = row.parse("account")?;
        let amount = row.money("amount")?;
        let account = LedgerAccountId::from(&number);
        let Some(state) = account_state(tx, &account)? else {
            return Err(RowError::new("account", format!("there is no account {number}")));
        };
        let header = header(row, context, &account)?;
        let archived = refuse_archived(tx, "posted_at", header.posted_at)?;
        if amount == Money::ZERO {
            // Nothing moves, so there is nothing to write, unless there was money to begin with.
            let key = header.idempotency_key;
            return if is_posted(tx, &key)? {
                Err(RowError::new("amount", LedgerError::KeyReused(key.as_str().to_owned()).to_string()))
            } else {
                Ok(RowOutcome::Unchanged)
            };
        }
        if archived.is_some() {
            refuse_archived_account(tx, &account, &header.idempotency_key)?;
        }
        if !state.currency.is_in_hundredths() {
            return Err(RowError::new("account", finer_than_hundredths(state.currency)));
        }
        let entry = opening(header, &account, amount, state.currency)
            .map_err(|error| RowError::new("amount", error.to_string()))?;
        let fact = post_fact(tx, entry, context.applied_at, Funds::Needed).map_err(refused("amount"))?;
        Ok(match fact.posted {
            Posted::Now => RowOutcome::Created,
            Posted::Before => RowOutcome::Unchanged,
        })
    }
}

/// Refuses an opening of an account whose postings are in the archive: its own may be among them, and with another
/// moment it would be posted once more.
fn refuse_archived_account(
    tx: &mut Tx,
    account: &LedgerAccountId,
    key: &IdempotencyKey,
) -> Result<(), RowError> {
    if is_posted(tx, key)? || !has_archived_postings(tx, account)? {
        return Ok(());
    }
    let message = "has postings in the archive: its opening balance is among them, or would come behind them";
    Err(RowError::new("account", message))
}

fn header(
    row: &ImportRow,
    context: &ImportContext<'_>,
    account: &LedgerAccountId,
) -> Result<EntryHeader, RowError> {
    let posted_at = booked(row, "posted_at", context)?;
    let Day(value_date) = row.parse("value_date")?;
    let key = opening_key(account);
    Ok(EntryHeader {
        entry_id: context.randomness.uuid(context.now),
        idempotency_key: key.map_err(|error| RowError::new("account", error.to_string()))?,
        kind: EntryKind::Opening,
        posted_at,
        value_date,
        description: format!("Opening balance of account {account}"),
        document: None,
        authors: Actor::Operator(context.operator.to_owned()).into(),
    })
}
