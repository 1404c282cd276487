//! The bank's other systems read the books.

use jiff::civil::Date;
use kernel::BankZone;
use store::{Result, Store, StoreError, params};
use thiserror::Error;

use crate::ledger::archived_before;
use crate::ledger::closing::is_closed;
use crate::ledger::journal::{self, JOURNAL_ANY_WAITING, JOURNAL_ENTRIES_MAX, JournalEntry};
use crate::ledger::revaluation::{Revaluation, of_day};
use crate::ledger::trial_balance::{TrialBalanceLine, lines};

#[derive(Debug, Error)]
pub enum TrialBalanceError {
    /// Something may still be posted on it, or it is from before the first day that was closed.
    #[error("the day is not closed")]
    NotClosed,
    #[error("the day is in the archive")]
    Archived,
    #[error("the database failed: {0}")]
    Store(#[from] StoreError),
}

/// Returns the entries of the journal after a number, which is 0 for the beginning: at most `limit`, and fewer where
/// they have many postings. The zone is that of the bank's days.
///
/// Numbers are given when those that were given do not suffice: a reader of an old journal waits for none.
pub async fn journal_after(
    store: &Store,
    zone: &BankZone,
    number: i64,
    limit: i64,
) -> Result<Vec<JournalEntry>> {
    let limit = limit.clamp(1, JOURNAL_ENTRIES_MAX);
    let read = || {
        store.read("journal.read", move |tx| {
            let entries = journal::after(tx, number, limit)?;
            let is_full = i64::try_from(entries.len()) == Ok(limit);
            let is_waited_for = !is_full && tx.query_optional(&JOURNAL_ANY_WAITING, params![])?.is_some();
            Ok::<_, StoreError>((entries, is_waited_for))
        })
    };
    let (entries, is_waited_for) = read().await?;
    if !is_waited_for {
        return Ok(entries);
    }
    let zone = zone.clone();
    store.write("journal.number", move |tx| journal::number(tx, &zone)).await?;
    Ok(read().await?.0)
}

/// Returns the trial balance of a closed day and the positions that were revalued on it, which never change.
pub async fn trial_balance(
    store: &Store,
    zone: &BankZone,
    date: Date,
) -> Result<(Vec<TrialBalanceLine>, Vec<Revaluation>), TrialBalanceError> {
    let (from, to) = (zone.start_of_day(date), zone.start_of_next_day(date));
    let unit = move |tx: &mut store::Tx| {
        if !is_closed(tx, date)? {
            return Err(TrialBalanceError::NotClosed);
        }
        if archived_before(tx)?.is_some_and(|before| from < before) {
            return Err(TrialBalanceError::Archived);
        }
        Ok((lines(tx, from, to)?, of_day(tx, date)?))
    };
    store.read("journal.trial_balance", unit).await
}
