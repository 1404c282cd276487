//! Closes the day that has ended.

use jiff::Span;
use jiff::civil::Date;
use kernel::{BankZone, Instant};
use store::{Store, StoreError};

use crate::ledger::closing::{
    AccountRange, AddedUp, Closed, add_up, close_chunk, close_missing, is_due, some_are_missing,
};
use crate::ledger::day::{BankDay, WRITTEN_DOWN_DAYS_MAX, are_planned, plan};

/// Seconds between the end of a day and its closing: units of work that began before midnight are through.
pub const CLOSING_GRACE_S: i64 = 300;
/// The most units of work of one call: what is left waits for the next.
const UNITS_MAX: usize = 1_000_000;

/// Closes yesterday once [`CLOSING_GRACE_S`] have passed since midnight, chunk by chunk, beginning where the last call
/// was interrupted. For a worker that calls it every few minutes in each process. Returns how many accounts were looked
/// at; each has its closing balance, most of them from a day before.
///
/// # Errors
/// The database's. What was closed before stays closed.
pub async fn close_due_day(store: &Store, now: Instant, zone: &BankZone) -> Result<u64, StoreError> {
    let today = zone.date_of(now.plus_seconds(-CLOSING_GRACE_S));
    let day = BankDay::of(today.saturating_sub(Span::new().days(1)), zone);
    let looked_at = zone.clone();
    let look = move |tx: &mut store::Tx| {
        Ok::<_, StoreError>((are_planned(tx, now, &looked_at)?, is_due(tx, day)?, some_are_missing(tx)?))
    };
    let (are_planned, is_due, some_are_missing) = store.read("accounts.closing_look", look).await?;
    if !are_planned {
        let zone = zone.clone();
        store.write_guarded("accounts.plan_days", move |tx| plan(tx, now, &zone)).await?;
    }
    let mut closed = 0;
    if some_are_missing {
        closed += close_those_missing(store).await?;
    }
    if is_due {
        closed += close_day(store, day, now).await?;
    }
    Ok(closed)
}

/// Closes what is left of a day. Chunks are guarded by the database: a balance and what was posted since are read in
/// one statement, a row that is there stays, and the step to the next chunk is taken once.
async fn close_day(store: &Store, day: BankDay, now: Instant) -> Result<u64, StoreError> {
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
async fn add_up_range(store: &Store, day: BankDay, range: AccountRange) -> Result<AddedUp, StoreError> {
    let add_up = move |tx: &mut store::Tx| {
        tx.survey()?;
        add_up(tx, day, &range)
    };
    store.read("accounts.closing_add_up", add_up).await
}

async fn close_those_missing(store: &Store) -> Result<u64, StoreError> {
    let mut closed = 0;
    for _ in 0..UNITS_MAX {
        match store.write_guarded("accounts.close_missing", close_missing).await? {
            0 => break,
            some => closed += some,
        }
    }
    Ok(closed)
}

/// Closes the days from `first` to yesterday, for a sandbox whose clock was moved over several midnights: a week of
/// them, and yesterday. On the days between nothing was posted, so their balances are those of the days before.
/// Returns how many accounts were looked at.
///
/// # Errors
/// The database's. What was closed before stays closed.
pub async fn close_days_since(
    store: &Store,
    first: Date,
    now: Instant,
    zone: &BankZone,
) -> Result<u64, StoreError> {
    let today = zone.date_of(now.plus_seconds(-CLOSING_GRACE_S));
    let (began, zone_of_plan) = (zone.start_of_day(first), zone.clone());
    store.write_guarded("accounts.plan_days", move |tx| plan(tx, began, &zone_of_plan)).await?;
    let ended = first.series(Span::new().days(1)).take_while(|day| *day < today);
    let mut closed = 0;
    for date in ended.take(WRITTEN_DOWN_DAYS_MAX) {
        closed += close_day(store, BankDay::of(date, zone), now).await?;
    }
    Ok(closed + close_due_day(store, now, zone).await?)
}
