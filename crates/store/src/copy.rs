//! Copies of a whole database, for sandboxes that begin anew.

use std::path::Path;

use crate::migration::EngineKind;
use crate::unit::UnitKind;
use crate::{Result, Store, StoreError, Tx, postgres};

/// The attempts of a copy that other processes disturb.
const ATTEMPTS_MAX: u32 = 8;

impl Store {
    /// Writes the database as it is into a new SQLite file, without the traces of earlier changes.
    ///
    /// # Errors
    /// The file exists; or the engine is PostgreSQL, which keeps its copies itself ([`Store::keep_seed`]).
    pub fn save_copy(&self, path: &Path) -> Result<()> {
        match self.sqlite() {
            Some(sqlite) => sqlite.save_copy(path),
            None => Err(StoreError::Unavailable("a copy in a file is of SQLite".to_owned())),
        }
    }

    /// Keeps a copy of all tables in the database itself, in the place of an earlier copy. Its account needs the right
    /// to make a schema.
    ///
    /// # Errors
    /// The database's; or the engine is SQLite, of which a file is copied ([`Store::save_copy`]).
    pub async fn keep_seed(&self) -> Result<()> {
        self.script("store.keep_seed", postgres::KEEP.to_owned(), |_| Ok(())).await
    }

    /// Puts the rows of [`Store::keep_seed`] in the place of all others, but for those of the tables `left`, and does
    /// `then` in the same unit of work, whose outcome it returns.
    ///
    /// # Errors
    /// There is no copy, or one of another version of the tables, or others disturbed it again and again; nothing has
    /// changed then. Those of [`Store::keep_seed`] and of `then`.
    pub async fn restore_seed<T: Send + 'static>(
        &self,
        left: &[&str],
        then: impl Fn(&mut Tx) -> Result<T> + Clone + Send + 'static,
    ) -> Result<T> {
        self.script("store.restore_seed", postgres::restore_all_but(left), then).await
    }

    async fn script<T: Send + 'static>(
        &self,
        unit: &'static str,
        script: String,
        then: impl Fn(&mut Tx) -> Result<T> + Clone + Send + 'static,
    ) -> Result<T> {
        if self.engine() == EngineKind::Sqlite {
            return Err(StoreError::Unavailable("a copy in the database itself is of PostgreSQL".to_owned()));
        }
        let mut attempt = 1;
        loop {
            let (text, then) = (script.clone(), then.clone());
            let work = move |tx: &mut Tx| tx.batch(&text).and_then(|()| then(tx));
            match self.unit(UnitKind::Migrate, unit, work).await {
                // Another process at work held rows of one table and waited for another.
                Err(StoreError::Busy(_)) if attempt < ATTEMPTS_MAX => attempt += 1,
                outcome => return outcome,
            }
        }
    }
}
