//! The list of the migrations that a database has: `schema_migrations`. A version of the program that finds one that it
//! does not know goes on beside it only when `schema_expansions` names it.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Clock as _, SystemClock, hexadecimal};
use sha2::{Digest as _, Sha256};

use crate::catalogue::{has_column, has_table, refuse_encoding, refuse_others};
use crate::migration::EngineKind;
use crate::own_queries::{
    ANY_MIGRATION, APPLIED_MIGRATIONS, EXPANSION_APPLIED, EXPANSIONS, MIGRATION_APPLIED,
};
use crate::{Migration, MigrationReport, MigrationTree, Result, StoreError, Tx, params, room};

const APPLIED: &str = "create table if not exists schema_migrations (
    area text not null, version bigint not null, note text not null, checksum text not null,
    applied_at_us bigint not null, primary key (area, version))";
/// The migrations beside which the version before goes on working.
const EXPANDED: &str = "create table if not exists schema_expansions (
    area text not null, version bigint not null, primary key (area, version))";

/// One process migrates at a time. SQLite's write lock does that by itself; here the lock is per schema.
pub(crate) const POSTGRES_LOCK: &str = "hashtextextended('schema_migrations of ' || current_schema(), 0)";

/// A migration that the database does not have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub(super) area: &'static str,
    pub(super) migration: &'static Migration,
}

/// The database before its migrations.
pub(super) enum Begun {
    /// It was empty, and has all tables now.
    Done(MigrationReport),
    /// The migrations that it does not have, in order, and the number of those that it has.
    Pending(Vec<Pending>, usize),
}

/// The number of migrations that the database has; nothing when it lacks one, or a table of this crate's own.
pub(super) fn present(tx: &mut Tx, trees: &[MigrationTree]) -> Result<Option<usize>> {
    for table in ["schema_migrations", "schema_expansions", "room_probe"] {
        if !has_table(tx, table)? {
            return Ok(None);
        }
    }
    if !has_column(tx, "room_probe", "id")? {
        return Ok(None);
    }
    let (pending, present) = pending(tx, trees)?;
    Ok(pending.is_empty().then_some(present))
}

/// Checks all trees against the database before anything is applied. Nobody works on an empty one yet, so that all of
/// it is done at once and a failure leaves nothing.
pub(super) fn begin(tx: &mut Tx, trees: &[MigrationTree]) -> Result<Begun> {
    lock(tx)?;
    refuse_others(tx)?;
    for table in [APPLIED, EXPANDED] {
        tx.batch(table)?;
    }
    room::make(tx)?;
    let is_empty = tx.query(&ANY_MIGRATION, params![])?.is_empty();
    let (pending, present) = pending(tx, trees)?;
    if is_empty {
        refuse_encoding(tx)?;
    } else {
        return Ok(Begun::Pending(pending, present));
    }
    let mut report = MigrationReport { applied: Vec::with_capacity(pending.len()), present };
    for Pending { area, migration } in pending {
        apply(tx, area, migration)?;
        report.applied.push((area, migration.version));
    }
    Ok(Begun::Done(report))
}

/// Applies one migration, unless another process did. Tells whether it was this one.
pub(super) fn apply_one(tx: &mut Tx, area: &'static str, migration: &'static Migration) -> Result<bool> {
    lock(tx)?;
    if applied(tx, area)?.contains_key(&i64::from(migration.version)) {
        return Ok(false);
    }
    // An index that is built beside the transaction is there by now.
    if tx.engine() == EngineKind::Postgres && migration.is_concurrent() {
        note(tx, area, migration)?;
    } else {
        apply(tx, area, migration)?;
    }
    Ok(true)
}

/// The migrations that the database does not have, and the number of those that it has.
pub(super) fn pending(tx: &mut Tx, trees: &[MigrationTree]) -> Result<(Vec<Pending>, usize)> {
    let (mut pending, mut present) = (Vec::new(), 0);
    for tree in trees {
        let applied = applied(tx, tree.area)?;
        refuse_newer(tx, tree, &applied)?;
        let newest = applied.keys().next_back().copied().unwrap_or(0);
        let mut latest = 0;
        for migration in tree.migrations {
            if migration.version <= latest {
                return Err(refused(tree.area, migration, "its version does not grow"));
            }
            if let Some(fault) = migration.fault() {
                return Err(refused(tree.area, migration, &fault));
            }
            latest = migration.version;
            match applied.get(&i64::from(migration.version)) {
                Some(checksum) if *checksum == checksum_of(migration) => present += 1,
                Some(_) => return Err(refused(tree.area, migration, "was edited after it had been applied")),
                None if newest > i64::from(migration.version) => {
                    return Err(refused(tree.area, migration, "was not applied, though a later one was"));
                }
                None => pending.push(Pending { area: tree.area, migration }),
            }
        }
    }
    Ok((pending, present))
}

/// Refuses a database whose tables another version has changed in a way that this one does not know, unless that way
/// only adds.
fn refuse_newer(tx: &mut Tx, tree: &MigrationTree, applied: &BTreeMap<i64, String>) -> Result<()> {
    let Some(newest) = tree.migrations.iter().map(|migration| i64::from(migration.version)).max() else {
        return Ok(());
    };
    let mut unknown = applied.range(newest + 1..).map(|(version, _)| *version).peekable();
    if unknown.peek().is_none() {
        return Ok(());
    }
    let mut expanding = BTreeSet::new();
    for row in tx.query(&EXPANSIONS, params![tree.area])? {
        expanding.insert(row.integer("version")?);
    }
    for version in unknown {
        if !expanding.contains(&version) {
            return Err(StoreError::Migration {
                area: tree.area.to_owned(),
                version: u32::try_from(version).unwrap_or(u32::MAX),
                reason: format!(
                    "was applied by a newer version of this program, which knows migrations up to {newest}, and does \
                     more than add: run the newer version, or restore a backup from before"
                ),
            });
        }
        tracing::warn!(
            "migration {version} of {} was applied by a newer version of this program; it only adds, so this version \
             goes on beside it",
            tree.area
        );
    }
    Ok(())
}

fn lock(tx: &mut Tx) -> Result<()> {
    match tx.engine() {
        EngineKind::Postgres => tx.batch(&format!("select pg_advisory_xact_lock({POSTGRES_LOCK})")),
        EngineKind::Sqlite => Ok(()),
    }
}

fn applied(tx: &mut Tx, area: &str) -> Result<BTreeMap<i64, String>> {
    let rows = tx.query(&APPLIED_MIGRATIONS, params![area])?;
    rows.iter().map(|row| Ok((row.integer("version")?, row.text("checksum")?.to_owned()))).collect()
}

fn apply(tx: &mut Tx, area: &'static str, migration: &Migration) -> Result<()> {
    tx.batch(&migration.sql_for(tx.engine())).map_err(|error| match error {
        // Somebody is in the way, and may be gone the next time.
        StoreError::Busy(reason) => StoreError::Busy(reason),
        error => refused(area, migration, &error.to_string()),
    })?;
    note(tx, area, migration)
}

fn note(tx: &mut Tx, area: &'static str, migration: &Migration) -> Result<()> {
    if migration.is_expanding() {
        tx.execute(&EXPANSION_APPLIED, params![area, migration.version])?;
    }
    // The list is for operators; no decision is taken from this moment, so the machine's clock will do.
    let now = SystemClock.now();
    let parameters = params![area, migration.version, migration.note, checksum_of(migration), now];
    tx.execute_one(&MIGRATION_APPLIED, parameters)
}

fn checksum_of(migration: &Migration) -> String {
    hexadecimal(&Sha256::digest(migration.sql.as_bytes()))
}

fn refused(area: &'static str, migration: &Migration, reason: &str) -> StoreError {
    StoreError::Migration { area: area.to_owned(), version: migration.version, reason: reason.to_owned() }
}
