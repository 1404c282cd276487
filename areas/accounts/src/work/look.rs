//! Looks that operators are told of: the proof of the ledger (`clientbank check`), days that are not closed, a clock
//! that went back, accounts overdrawn by facts.

use kernel::{BankZone, Instant};
use store::{Result, Store};

use super::close_due_day::due;
use crate::ledger::check::{self, check_since, note_proof as note};
use crate::ledger::closing::closed_days;
use crate::ledger::day::posted_ahead;
use crate::ledger::keeper::{self, Keeper};
use crate::ledger::revaluation::of_day;
use crate::ledger::{CheckReport, ProofScope, fact};
use crate::store::calendar;

/// Checks the whole ledger in one snapshot. It reads every posting: minutes on a large ledger, and no lock that would
/// stop others.
pub async fn check_ledger(store: &Store) -> Result<CheckReport> {
    check_ledger_since(store, None).await
}

/// Checks what was written in the ledger since a moment; without one, the whole ledger.
pub async fn check_ledger_since(store: &Store, since: Option<Instant>) -> Result<CheckReport> {
    store.read("accounts.check", move |tx| check_since(tx, since)).await
}

/// Writes down that a proof that began at this moment found nothing.
pub async fn note_proof(store: &Store, scope: ProofScope, began: Instant) -> Result<()> {
    store.write("accounts.note_proof", move |tx| note(tx, scope, began)).await
}

/// Returns when the last proofs that found nothing began.
pub async fn proofs(store: &Store) -> Result<Vec<(ProofScope, Instant)>> {
    store.read("accounts.proofs", check::proofs).await
}

/// Days that have ended and are not closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unclosed {
    pub days: usize,
    /// The end of the oldest.
    pub since: Instant,
}

/// Looks for days that should be closed by now; `None` when all are.
pub async fn unclosed(store: &Store, now: Instant, zone: &BankZone) -> Result<Option<Unclosed>> {
    let zone = zone.clone();
    let days = store.read("accounts.unclosed_days", move |tx| due(tx, now, &zone)).await?;
    Ok(days.first().map(|oldest| Unclosed { days: days.len(), since: oldest.end }))
}

/// Tells in words that the clock is too far behind the newest posting, so that nothing is posted.
pub async fn clock_fault(store: &Store, now: Instant) -> Result<Option<String>> {
    let newest = store.read("accounts.posted_ahead", move |tx| posted_ahead(tx, now)).await?;
    Ok(newest.map(|newest| {
        let newest = newest.to_timestamp();
        format!("nothing is posted: the clock is behind the newest posting, of {newest}")
    }))
}

/// Counts the accounts that facts of the core have overdrawn.
pub async fn overdrawn_accounts(store: &Store) -> Result<i64> {
    store.read("accounts.overdrawn", fact::overdrawn_accounts).await
}

/// Counts the positions that the last closed day has carried on as they were, for want of a rate.
pub async fn positions_without_rate(store: &Store) -> Result<usize> {
    let unit = |tx: &mut store::Tx| {
        let Some((_, last)) = closed_days(tx)? else { return Ok(0) };
        Ok(of_day(tx, last)?.iter().filter(|one| one.lacks_rate()).count())
    };
    store.read("accounts.positions_without_rate", unit).await
}

/// Settles the zone of the bank's days in a database that has none. Returns the one that it has, where it is another:
/// operations of days that customers were told of would change their day.
pub async fn settle_zone(store: &Store, zone: &BankZone) -> Result<Option<String>> {
    let wanted = zone.as_str().to_owned();
    let settle = move |tx: &mut store::Tx| calendar::settle_zone(tx, &wanted);
    let settled = store.write_guarded("accounts.settle_zone", settle).await?;
    Ok((settled != zone.as_str()).then_some(settled))
}

/// Settles the keeper of the accounts in a database that has none, and returns the one that it has.
pub async fn settle_keeper(store: &Store, wanted: Keeper) -> Result<Keeper> {
    store.write_guarded("accounts.settle_keeper", move |tx| keeper::settle(tx, wanted)).await
}

pub async fn keeper(store: &Store) -> Result<Keeper> {
    store.read("accounts.keeper", keeper::keeper).await
}
