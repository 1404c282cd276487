//! Closes the days that have ended.

use jiff::Span;
use kernel::{BankZone, Instant};
use store::{Result, Store, StoreError};

use super::revalue_day::revalue_day;
use crate::ledger::closing::{
    AccountRange, AddedUp, Closed, add_up, begin, close_chunk, close_missing, due_days, some_are_missing,
};
use crate::ledger::day::{BankDay, are_planned, plan};
use crate::ledger::keeper::{Keeper, closed_by_core, keeper};

/// Seconds between the end of a day and its closing, which refuses what would be posted on the day: units of work that
/// began before midnight are through.
pub const CLOSING_GRACE_S: i64 = 300;
/// The most units of work of one day: what is left waits for the next call.
const UNITS_MAX: usize = 1_000_000;

/// Closes every day that has ended once [`CLOSING_GRACE_S`] have passed since, the oldest first, chunk by chunk,
/// beginning where the last call was interrupted. For a worker that calls it every few minutes in each process. Returns
/// how many accounts were looked at; each has its closing balance, most of them from a day before.
pub async fn close_due_day(store: &Store, now: Instant, zone: &BankZone) -> Result<u64> {
    let looked_at = zone.clone();
    let look = move |tx: &mut store::Tx| {
        Ok::<_, StoreError>((are_planned(tx, now, &looked_at)?, some_are_missing(tx)?))
    };
    let (are_planned, some_are_missing) = store.read("accounts.closing_look", look).await?;
    if !are_planned {
        let zone = zone.clone();
        store.write_guarded("accounts.plan_days", move |tx| plan(tx, now, &zone)).await?;
    }
    let mut closed = 0;
    if some_are_missing {
        closed += close_those_missing(store).await?;
    }
    let of_bank = zone.clone();
    let due = store.read("accounts.due_days", move |tx| due(tx, now, &of_bank)).await?;
    if let [oldest, _, ..] = due.as_slice() {
        tracing::warn!("{} days have ended and are not closed, the oldest is {}", due.len(), oldest.date);
    }
    for day in due {
        closed += close_day(store, day, now).await?;
    }
    Ok(closed)
}

/// Lists the days that are to be closed. Where the core keeps the accounts, it says how far.
pub(super) fn due(tx: &mut store::Tx, now: Instant, zone: &BankZone) -> Result<Vec<BankDay>> {
    let ended_by = now.plus_seconds(-CLOSING_GRACE_S);
    let yesterday = BankDay::new(zone.date_of(ended_by).saturating_sub(Span::new().days(1)), zone);
    if keeper(tx)? == Keeper::Ledger {
        return due_days(tx, ended_by, yesterday);
    }
    let Some(closed) = closed_by_core(tx)? else { return Ok(Vec::new()) };
    let last = BankDay::new(closed.min(yesterday.date), zone);
    due_days(tx, last.end, last)
}

/// Closes what is left of a day, which takes nothing once that has begun. Chunks are guarded by the database: a balance
/// and what was posted since are read in one statement, a row that is there stays, and the step to the next chunk is
/// taken once.
async fn close_day(store: &Store, day: BankDay, now: Instant) -> Result<u64> {
    revalue_day(store, day, now).await?;
    store.write_guarded("accounts.begin_closing", move |tx| begin(tx, day)).await?;
    let (mut closed, mut added_up) = (0, AddedUp::new());
    for _ in 0..UNITS_MAX {
        let known = std::mem::take(&mut added_up);
        let chunk = move |tx: &mut store::Tx| close_chunk(tx, day, &known, now);
        match store.write_guarded("accounts.close_chunk", chunk).await? {
            Closed::Accounts(accounts) => closed += accounts,
            Closed::Last(accounts) => return Ok(closed + accounts),
            Closed::AddUp(range) => added_up = add_up_range(store, day, range).await?,
            Closed::Nothing => break,
        }
    }
    Ok(closed)
}

/// Reads postings: longer than any chunk where many came since the day, and without a lock.
async fn add_up_range(store: &Store, day: BankDay, range: AccountRange) -> Result<AddedUp> {
    let add_up = move |tx: &mut store::Tx| {
        tx.survey()?;
        add_up(tx, day, &range)
    };
    store.read("accounts.closing_add_up", add_up).await
}

async fn close_those_missing(store: &Store) -> Result<u64> {
    let mut closed = 0;
    for _ in 0..UNITS_MAX {
        match store.write_guarded("accounts.close_missing", close_missing).await? {
            0 => break,
            some => closed += some,
        }
    }
    Ok(closed)
}
