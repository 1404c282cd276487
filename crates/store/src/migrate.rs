//! Applies migrations, and keeps the list of those that a database has: `schema_migrations`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use kernel::{Clock as _, SystemClock};
use sha2::{Digest as _, Sha256};

use crate::migration::EngineKind;
use crate::own_queries::{APPLIED_MIGRATIONS, MIGRATION_APPLIED};
use crate::{Migration, MigrationReport, MigrationTree, StoreError, Tx, params, room};

const APPLIED: &str = "create table if not exists schema_migrations (
    area text not null, version bigint not null, note text not null, checksum text not null,
    applied_at_us bigint not null, primary key (area, version))";

/// One process migrates at a time. SQLite's write lock does that by itself; here the lock is per schema.
const POSTGRES_LOCK: &str =
    "select pg_advisory_xact_lock(hashtextextended('schema_migrations of ' || current_schema(), 0))";

/// Applies the migrations of `trees` that the database does not have yet, within one unit of work.
pub(crate) fn migrate(tx: &mut Tx, trees: &[MigrationTree]) -> Result<MigrationReport, StoreError> {
    if tx.engine() == EngineKind::Postgres {
        tx.batch(POSTGRES_LOCK)?;
    }
    tx.batch(APPLIED)?;
    tx.batch(room::TABLE)?;
    let mut report = MigrationReport::default();
    for tree in trees {
        migrate_area(tx, tree, &mut report)?;
    }
    Ok(report)
}

fn migrate_area(tx: &mut Tx, tree: &MigrationTree, report: &mut MigrationReport) -> Result<(), StoreError> {
    let area = tree.area;
    let mut applied = BTreeMap::new();
    for row in tx.query(&APPLIED_MIGRATIONS, params![area])? {
        applied.insert(row.integer("version")?, row.text("checksum")?.to_owned());
    }
    let newest = tree.migrations.iter().map(|migration| migration.version).max();
    if let Some(newest) = newest
        && let Some(unknown) = applied.keys().find(|version| **version > i64::from(newest))
    {
        return Err(StoreError::Migration {
            area: area.to_owned(),
            version: u32::try_from(*unknown).unwrap_or(u32::MAX),
            reason: format!(
                "was applied by a newer version of this program, which knows migrations up to {newest}: run that one, \
                    or \
                 restore a backup from before"
            ),
        });
    }
    let mut latest = 0;
    for migration in tree.migrations {
        if migration.version <= latest {
            return Err(refused(area, migration, "its version does not grow"));
        }
        latest = migration.version;
        match applied.get(&i64::from(migration.version)) {
            Some(checksum) if *checksum == checksum_of(migration) => report.present += 1,
            Some(_) => return Err(refused(area, migration, "was edited after it had been applied")),
            None if applied.keys().any(|version| *version > i64::from(migration.version)) => {
                return Err(refused(area, migration, "was not applied, though a later one was"));
            }
            None => {
                apply(tx, area, migration)?;
                report.applied.push((area, migration.version));
            }
        }
    }
    Ok(())
}

fn apply(tx: &mut Tx, area: &'static str, migration: &Migration) -> Result<(), StoreError> {
    tx.batch(&migration.sql_for(tx.engine()))
        .map_err(|error| refused(area, migration, &error.to_string()))?;
    // The list is for operators; no decision is taken from this moment, so the machine's clock will do.
    let now = SystemClock.now();
    let parameters = params![area, migration.version, migration.note, checksum_of(migration), now];
    tx.execute_one(&MIGRATION_APPLIED, parameters)
}

fn checksum_of(migration: &Migration) -> String {
    Sha256::digest(migration.sql.as_bytes()).iter().fold(String::new(), |mut hex, byte| {
        // Writing to a text cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

fn refused(area: &'static str, migration: &Migration, reason: &str) -> StoreError {
    StoreError::Migration { area: area.to_owned(), version: migration.version, reason: reason.to_owned() }
}
