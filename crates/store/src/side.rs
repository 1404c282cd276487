//! Rows that are on their way into the tables: on SQLite in a file of their own, so that filling it holds nobody up.

use std::path::PathBuf;

use crate::migration::EngineKind;
use crate::private_file::{beside, remove_if_there};
use crate::unit::UnitKind;
use crate::{MigrationTree, Result, Store, StoreError, StoreLimits, StoreLocation};

/// A store for rows on their way. On PostgreSQL it is the database itself, whose writers do not wait for each other; on
/// SQLite a file beside it, with a lock of its own.
#[derive(Debug)]
pub struct Side {
    store: Store,
    file: Option<PathBuf>,
}

impl Store {
    /// Opens the side of this name with the tables of `tree`, which the database has too. What an earlier process left
    /// there is there again.
    pub async fn side(&self, name: &str, tree: &MigrationTree, limits: StoreLimits) -> Result<Side> {
        let Some(file) = self.sqlite().map(|sqlite| beside(sqlite.path(), &format!("-{name}"))) else {
            return Ok(Side { store: self.clone(), file: None });
        };
        let location = StoreLocation::Sqlite { path: file.clone() };
        // In a box, because this is `open` inside of a store.
        let store = Box::pin(Self::open(&location, limits)).await?;
        store.migrate(&[tree]).await?;
        Ok(Side { store, file: Some(file) })
    }
}

impl Side {
    pub const fn store(&self) -> &Store {
        &self.store
    }

    /// Runs statements that change the tables of a file of its own, such as building an index after the rows. Does
    /// nothing on PostgreSQL, where the tables are as the migrations left them.
    pub async fn shape(&self, sql: &'static str) -> Result<()> {
        if self.file.is_some() { self.script(sql.to_owned()).await } else { Ok(()) }
    }

    /// Takes all rows out of `tables` at once.
    pub async fn empty(&self, tables: &[&str]) -> Result<()> {
        let of_table = |table: &&str| match self.store.engine() {
            EngineKind::Sqlite => format!("delete from {table};"),
            EngineKind::Postgres => format!("truncate {table};"),
        };
        self.script(tables.iter().map(of_table).collect()).await
    }

    /// Removes the rows: the file of its own, or the rows of `tables`.
    pub async fn discard(self, tables: &[&str]) -> Result<()> {
        let Some(file) = self.file else { return self.empty(tables).await };
        self.store.close().await;
        // The log goes before its file: whoever is killed in between must not leave it alone.
        for ending in ["-wal", "-shm", ""] {
            let file = beside(&file, ending);
            remove_if_there(&file).map_err(|error| {
                StoreError::Unavailable(format!("{} cannot be removed: {error}", file.display()))
            })?;
        }
        Ok(())
    }

    /// Closes what has a file of its own and leaves the rows there.
    pub async fn close(self) {
        if self.file.is_some() {
            self.store.close().await;
        }
    }

    async fn script(&self, sql: String) -> Result<()> {
        self.store.unit(UnitKind::Migrate, "store.side", move |tx| tx.batch(&sql)).await
    }
}
