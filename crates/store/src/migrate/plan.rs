//! Tells before a migration which tables it touches, how it locks them on PostgreSQL, and how large they are.

use std::collections::{BTreeMap, BTreeSet};

use super::ledger::{self, Pending};
use crate::catalogue::{has_table, refuse_others};
use crate::migration::{EngineKind, Migration};
use crate::{DynamicQuery, MigrationTree, Result, Tx};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedMigration {
    pub area: &'static str,
    /// Its place in the tree of the area.
    pub version: u32,
    pub note: &'static str,
    /// The version before may go on working beside it.
    pub is_expanding: bool,
    /// The tables that exist and that it touches, by name.
    pub tables: Vec<PlannedTable>,
}

/// A table as it is today, and what a migration does to those who use it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedTable {
    pub name: String,
    /// The strongest lock that PostgreSQL takes on it. SQLite has one for the whole file.
    pub lock: TableLock,
    /// Rows; on PostgreSQL as the server last estimated them, and nothing when it never has.
    pub rows: Option<u64>,
    /// Bytes on the disk, with indexes on PostgreSQL and without them on SQLite.
    pub bytes: u64,
}

kernel::text_enum! {
    /// The lock that PostgreSQL takes on a table, from the weakest to the strongest, by its name in PostgreSQL's
    /// documentation.
    pub enum TableLock {
        RowExclusive = "ROW EXCLUSIVE",
        ShareUpdateExclusive = "SHARE UPDATE EXCLUSIVE",
        Share = "SHARE",
        ShareRowExclusive = "SHARE ROW EXCLUSIVE",
        AccessExclusive = "ACCESS EXCLUSIVE",
    }
}

impl TableLock {
    /// Says who waits while it is held.
    pub const fn waits(self) -> &'static str {
        match self {
            Self::RowExclusive => "writes of the same rows wait",
            Self::ShareUpdateExclusive => "nobody waits",
            Self::Share | Self::ShareRowExclusive => "writes wait",
            Self::AccessExclusive => "reads and writes wait",
        }
    }
}

/// Plans what is pending. A database without tables has everything pending, and nothing to lock.
pub(super) fn plan(tx: &mut Tx, trees: &[MigrationTree]) -> Result<Vec<PlannedMigration>> {
    refuse_others(tx)?;
    let pending = if has_table(tx, "schema_migrations")? {
        ledger::pending(tx, trees)?.0
    } else {
        let of_tree = |tree: &MigrationTree| {
            let area = tree.area;
            tree.migrations.iter().map(move |migration| Pending { area, migration })
        };
        trees.iter().flat_map(of_tree).collect()
    };
    let mut planned = Vec::with_capacity(pending.len());
    for Pending { area, migration } in pending {
        let mut tables = Vec::new();
        for (name, lock) in locks(migration) {
            if has_table(tx, &name)? {
                let (rows, bytes) = size(tx, &name)?;
                tables.push(PlannedTable { name, lock, rows, bytes });
            }
        }
        let Migration { version, note, .. } = *migration;
        let is_expanding = migration.is_expanding();
        planned.push(PlannedMigration { area, version, note, is_expanding, tables });
    }
    Ok(planned)
}

/// The strongest lock on each table that the migration does not make itself.
fn locks(migration: &Migration) -> BTreeMap<String, TableLock> {
    let (mut locks, mut own) = (BTreeMap::new(), BTreeSet::new());
    for statement in migration.statements() {
        let words = words_of(&statement);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        if let ["create", "table", name, ..] = words.as_slice() {
            own.insert((*name).to_owned());
        }
        let referred = words.windows(2).filter(|pair| pair[0] == "references").map(|pair| pair[1]);
        let referred = referred.map(|table| (table, TableLock::ShareRowExclusive));
        for (table, lock) in lock_of(&words).into_iter().chain(referred) {
            let held: &mut TableLock = locks.entry(table.to_owned()).or_insert(lock);
            *held = lock.max(*held);
        }
    }
    locks.retain(|table, _| !own.contains(table));
    locks
}

/// The table that a statement locks by itself, with the lock.
fn lock_of<'a>(words: &[&'a str]) -> Option<(&'a str, TableLock)> {
    let on = || {
        let position = words.iter().position(|word| *word == "on")?;
        words.get(position + 1).copied()
    };
    let has = |pair: [&str; 2]| words.windows(2).any(|words| words == pair);
    let lock = match *words {
        ["create", "index", "concurrently", ..] | ["create", "unique", "index", "concurrently", ..] => {
            (on()?, TableLock::ShareUpdateExclusive)
        }
        ["create", "index", ..] | ["create", "unique", "index", ..] => (on()?, TableLock::Share),
        ["create", "trigger", ..] => (on()?, TableLock::ShareRowExclusive),
        ["alter", "table", table, ..] if has(["validate", "constraint"]) => {
            (table, TableLock::ShareUpdateExclusive)
        }
        ["alter", "table", table, ..] if has(["foreign", "key"]) => (table, TableLock::ShareRowExclusive),
        ["alter" | "drop", "table", table, ..] => (table, TableLock::AccessExclusive),
        ["drop", "trigger", ..] => (on()?, TableLock::AccessExclusive),
        ["insert", "into", table, ..] | ["delete", "from", table, ..] | ["update", table, ..] => {
            (table, TableLock::RowExclusive)
        }
        _ => return None,
    };
    Some(lock)
}

/// The words of a statement in small letters, without what only guards against repetition.
pub(crate) fn words_of(statement: &str) -> Vec<String> {
    let plain = statement.to_ascii_lowercase();
    let plain = plain.replace("if not exists", " ").replace("if exists", " ");
    let words = plain.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Rows and bytes of a table that exists.
fn size(tx: &mut Tx, name: &str) -> Result<(Option<u64>, u64)> {
    let mut query = DynamicQuery::new("TABLE_SIZE");
    match tx.engine() {
        EngineKind::Sqlite => {
            query.sql("select (select count(*) from ").identifier(name).sql(") as row_count, ");
            query
                .sql("coalesce((select sum(pgsize) from dbstat where name = ")
                .bind(name)
                .sql("), 0) as bytes");
        }
        EngineKind::Postgres => {
            query.sql("select cast(reltuples as bigint) as row_count, pg_total_relation_size(oid) as bytes");
            query.sql(" from pg_class where oid = to_regclass(").bind(name).sql(")");
        }
    }
    let rows = tx.query_dynamic(&query)?;
    let Some(row) = rows.first() else { return Ok((None, 0)) };
    // PostgreSQL says -1 of a table that it never looked at.
    let count = u64::try_from(row.integer("row_count")?).ok();
    Ok((count, u64::try_from(row.integer("bytes")?).unwrap_or(0)))
}

#[cfg(test)]
mod tests;
