//! The core reads what the channel has booked, where the accounts are kept here, and tells what it books, where it
//! keeps them.

use std::sync::Arc;

use accounts::ledger::{JournalEntry, Keeper, Revaluation, TrialBalanceLine};
use accounts::{
    Bunch, BunchTaken, CalendarError, CoreFact, Difference, FeedError, NotTold, OpenBreak, TrialBalanceError,
};
use area::Author;
use jiff::civil::Date;
use orders::Role;
use serde_json::{Value, json};
use store::{Result, StoreError, Tx};
use thiserror::Error;

use super::hand_out::{DeskError, check_goes_on};
use super::log_in::{actor, entry_of};
use crate::state::Call;

/// Reason for which the books are not read.
#[derive(Debug, Error)]
pub(crate) enum BooksError {
    /// Systems of other roles have no need of them.
    #[error("books and calendar are for systems of the role core")]
    ForTheCore,
    #[error("the core keeps the accounts")]
    KeptByCore,
    #[error("{0}")]
    Feed(#[from] FeedError),
    #[error("{0}")]
    Day(#[from] TrialBalanceError),
    #[error("{0}")]
    Calendar(#[from] CalendarError),
    #[error("{0}")]
    Closed(#[from] DeskError),
}

impl From<StoreError> for BooksError {
    fn from(error: StoreError) -> Self {
        Self::Closed(error.into())
    }
}

pub(crate) async fn journal(call: &Call, after: i64, limit: i64) -> Result<Vec<JournalEntry>, BooksError> {
    check_may_read(call).await?;
    let entries = accounts::journal_after(&call.state.store, &call.state.zone, after, limit).await?;
    if let (Some(first), Some(last)) = (entries.first(), entries.last()) {
        let detail = json!({ "entries": entries.len(), "from": first.number, "through": last.number });
        note(call, "bank_journal.read", detail).await?;
    }
    Ok(entries)
}

/// Returns the trial balance of a closed day.
pub(crate) async fn trial_balance(
    call: &Call,
    date: Date,
) -> Result<(Vec<TrialBalanceLine>, Vec<Revaluation>), BooksError> {
    check_may_read(call).await?;
    let lines = accounts::trial_balance(&call.state.store, &call.state.zone, date).await?;
    note(call, "bank_trial_balance.read", json!({ "date": date.to_string() })).await?;
    Ok(lines)
}

/// Returns the breaks, and the number of all.
pub(crate) async fn breaks(call: &Call) -> Result<(Vec<OpenBreak>, i64), BooksError> {
    check_may_read(call).await?;
    let (breaks, count) = accounts::breaks(&call.state.store).await?;
    note(call, "bank_breaks.read", json!({ "count": count })).await?;
    Ok((breaks, count))
}

/// Returns the accounts with money of which the core told nothing for the last compared day; `None` before the first.
pub(crate) async fn not_told(call: &Call) -> Result<Option<NotTold>, BooksError> {
    check_may_read(call).await?;
    let found = accounts::not_told(&call.state.store).await?;
    let count = found.as_ref().map_or(0, |found| found.count);
    note(call, "bank_breaks.not_told_read", json!({ "count": count })).await?;
    Ok(found)
}

/// Takes a bunch of facts, the first of which has a number.
pub(crate) async fn take_facts(
    call: &Call,
    first: i64,
    facts: Vec<Result<CoreFact, String>>,
) -> Result<BunchTaken, BooksError> {
    check_is_core(call).await?;
    let bunch = Bunch { by: Author::of_request(actor(&call.by)), first, facts };
    let surroundings = (&call.state.zone, Arc::clone(&call.state.randomness));
    let taken = accounts::take_facts(&call.state.store, bunch, call.state.clock.now(), surroundings).await?;
    if !taken.differences.is_empty() {
        tracing::error!("the core tells {} facts that are different here", taken.differences.len());
    }
    Ok(taken)
}

/// Returns the number of the next fact of a system, and all that is different here.
pub(crate) async fn feed(call: &Call) -> Result<(Option<i64>, Vec<Difference>), BooksError> {
    check_is_core(call).await?;
    let next = accounts::next_fact(&call.state.store, call.by.name.as_str()).await?;
    Ok((next, accounts::core_differences(&call.state.store).await?))
}

async fn check_may_read(call: &Call) -> Result<(), BooksError> {
    check_is_core(call).await?;
    match accounts::keeper(&call.state.store).await? {
        Keeper::Ledger => Ok(()),
        Keeper::Core => Err(BooksError::KeptByCore),
    }
}

/// Refuses systems of other roles, and everything while the database stands still after a restore.
pub(super) async fn check_is_core(call: &Call) -> Result<(), BooksError> {
    if call.by.role != Role::Core {
        return Err(BooksError::ForTheCore);
    }
    Ok(check_goes_on(call).await?)
}

async fn note(call: &Call, event: &'static str, detail: Value) -> Result<()> {
    let entry = entry_of(call, event).detail(detail);
    let unit = move |tx: &mut Tx| audit::record(tx, entry.clone());
    call.state.store.write::<_, StoreError>("bank.books_read", unit).await
}
