//! Applies migrations. An empty database gets all tables at once. Later each migration is a unit of work of its own,
//! which waits a moment for its locks, lets go of everything and comes back: whoever works meanwhile is delayed by that
//! moment at most (docs/adr/0025).

mod ledger;
mod plan;

use std::time::{Duration, Instant};

use tokio::time::sleep;

pub(crate) use self::ledger::POSTGRES_LOCK;
use self::ledger::{Begun, Pending};
pub(crate) use self::plan::words_of;
pub use self::plan::{PlannedMigration, PlannedTable, TableLock};
use crate::{MigrationReport, MigrationTree, Result, Store, StoreError};

/// The wait before a migration is tried again doubles from the first to the second of these.
const PAUSE_FIRST: Duration = Duration::from_millis(100);
const PAUSE_MAX: Duration = Duration::from_secs(10);

/// Applies what the database does not have yet, and goes on trying for as long as `patience` when others hold its
/// locks.
pub(crate) async fn migrate(
    store: &Store,
    trees: Vec<MigrationTree>,
    patience: Duration,
) -> Result<MigrationReport> {
    // An account that may not make tables can serve on those that are there.
    let asked = trees.clone();
    if let Some(present) = store.read("migrate.present", move |tx| ledger::present(tx, &asked)).await? {
        return Ok(MigrationReport { applied: Vec::new(), present });
    }
    let begin = || {
        let trees = trees.clone();
        store.migrate_unit(move |tx| ledger::begin(tx, &trees))
    };
    let (pending, present) = match patiently(patience, "the list of migrations", begin).await? {
        Begun::Done(report) => return Ok(report),
        Begun::Pending(pending, present) => (pending, present),
    };
    let mut report = MigrationReport { applied: Vec::new(), present };
    for Pending { area, migration } in pending {
        let name = format!("migration {} of {area}", migration.version);
        let apply = || async move {
            if migration.is_concurrent() {
                store.build_beside(area, migration).await?;
            }
            store.migrate_unit(move |tx| ledger::apply_one(tx, area, migration)).await
        };
        // Another process may be faster.
        let is_own = patiently(patience, &name, apply).await?;
        if is_own {
            report.applied.push((area, migration.version));
        } else {
            report.present += 1;
        }
    }
    Ok(report)
}

/// Tells what [`migrate`] would do, and changes nothing.
pub(crate) async fn plan(store: &Store, trees: Vec<MigrationTree>) -> Result<Vec<PlannedMigration>> {
    store.read("migrate.plan", move |tx| plan::plan(tx, &trees)).await
}

/// Tries until nobody is in the way.
async fn patiently<T, F: Future<Output = Result<T>>>(
    patience: Duration,
    name: &str,
    mut attempt: impl FnMut() -> F,
) -> Result<T> {
    let start = Instant::now();
    let mut pause = PAUSE_FIRST;
    loop {
        let reason = match attempt().await {
            Err(StoreError::Busy(reason)) => reason,
            outcome => return outcome,
        };
        if start.elapsed() >= patience {
            let waited = patience.as_secs();
            return Err(StoreError::Busy(format!(
                "{name} did not get its locks within {waited} seconds, and what it needs is in use: {reason}"
            )));
        }
        tracing::warn!("{name} waits for others: {reason}");
        sleep(pause).await;
        pause = (pause * 2).min(PAUSE_MAX);
    }
}
