//! The mark of a demo in its database: demo data never gets into a database that holds a bank's.

use kernel::Instant;
use store::{Migration, MigrationTree, Store, StoreError, Tx, params};
use thiserror::Error;

/// The table of the mark; no other command makes it.
pub static MIGRATIONS: MigrationTree = MigrationTree {
    area: "demo",
    migrations: &[Migration {
        version: 1,
        note: "the mark by which a demo knows its own database",
        sql: "create table demo_mark (mark_id bigint primary key check (mark_id = 1), imported_at_us bigint)",
    }],
};

store::queries! {
    /// The mark, if it was set.
    pub DEMO_MARK = "select imported_at_us from demo_mark where mark_id = 1";
    /// Counts the companies: none in an empty database.
    pub COMPANIES_COUNT = "select count(1) as companies from companies";
    /// Sets the mark.
    pub DEMO_MARK_SET = "insert into demo_mark (mark_id, imported_at_us) values (1, null) on conflict (mark_id) do \
        nothing";
    /// Notes that the files were imported.
    pub DEMO_MARK_IMPORTED = "update demo_mark set imported_at_us = $1 where mark_id = 1";
}

/// Error of a database that the demo does not use.
#[derive(Debug, Error)]
pub enum DemoDatabaseError {
    /// There are companies, and no mark.
    #[error("the database holds data that is not the demo's: give the demo an empty one")]
    Foreign,
    /// The database failed.
    #[error("the database failed: {0:?}")]
    Store(#[from] StoreError),
}

/// Claims an empty database for the demo. Answers whether the files were imported before.
///
/// # Errors
/// The database is not the demo's.
pub async fn claim(store: &Store) -> Result<bool, DemoDatabaseError> {
    store
        .write("demo.claim", |tx: &mut Tx| {
            if let Some(mark) = tx.query_optional(&DEMO_MARK, params![])? {
                return Ok(mark.optional_integer("imported_at_us")?.is_some());
            }
            if tx.query_one(&COMPANIES_COUNT, params![])?.integer("companies")? > 0 {
                return Err(DemoDatabaseError::Foreign);
            }
            tx.execute(&DEMO_MARK_SET, params![])?;
            Ok(false)
        })
        .await
}

/// Notes that the files were imported, so that a restart keeps later changes.
///
/// # Errors
/// The database's.
pub async fn mark_imported(store: &Store, now: Instant) -> Result<(), DemoDatabaseError> {
    store
        .write("demo.imported", move |tx: &mut Tx| tx.execute_one(&DEMO_MARK_IMPORTED, params![now]))
        .await?;
    Ok(())
}
