//! The threads of SQLite: its writer, and the readers with their snapshots, over a database in memory.

#[path = "../../store/src/sqlite/commits.rs"]
#[rustfmt::skip]
mod commits;
#[path = "../../store/src/sqlite/reader.rs"]
#[rustfmt::skip]
#[expect(dead_code, reason = "the store needs more of it")]
mod reader;
#[path = "../../store/src/sqlite/writer/mod.rs"]
#[rustfmt::skip]
mod writer;

use std::path::PathBuf;

use self::commits::Commits;
use self::reader::Readers;
use self::writer::Writer;
use crate::around::{Query, Row, StoreLimits, metric};
use crate::database::{Connection, Database, Rows};
use crate::sync::Arc;
use crate::{StoreError, Tx, Value, sql, unit};

mod connection {
    use std::path::Path;

    use crate::{Connection, StoreError, StoreLimits};

    pub(super) fn open_reader(_path: &Path, limits: &StoreLimits) -> Result<Connection, StoreError> {
        Ok(Connection::to(&limits.database))
    }
}

mod statement {
    use crate::{Connection, Error, StoreError};

    pub(super) fn control(connection: &Connection, sql: &str) -> Result<(), StoreError> {
        connection.execute_batch(sql).map_err(|error| error_of("transaction", &error))
    }

    pub(super) fn error_of(_query: &'static str, error: &Error) -> StoreError {
        StoreError::Unavailable(format!("{error:?}"))
    }
}

/// A store on SQLite; a clone is the same.
#[derive(Clone)]
pub(crate) struct Store {
    readers: Arc<Readers>,
    commits: Commits,
    writer: Arc<Writer>,
    database: Database,
}

impl Store {
    /// A store over an empty database.
    pub(crate) fn open(limits: &StoreLimits) -> Self {
        // Each thread of tests plays one world at a time.
        let path = PathBuf::from(format!("/nowhere/{:?}", std::thread::current().id()));
        let (commits, database) = (Commits::at(&path), limits.database.clone());
        let readers = Arc::new(Readers::new(path, limits));
        let (connection, counters) = (Connection::to(&database), Arc::new(metric::Counters));
        let writer = Writer::start(connection, limits, counters, commits.clone(), Arc::clone(&readers));
        let writer = Arc::new(writer.expect("a thread"));
        Self { readers, commits, writer, database }
    }

    pub(crate) const fn database(&self) -> &Database {
        &self.database
    }

    /// Looks at what a short read sees.
    pub(crate) fn read<T>(&self, look: impl FnOnce(&Rows) -> T) -> Result<T, StoreError> {
        let mut reader = self.readers.take()?;
        let seen = reader.current(&self.commits).map(|connection| connection.look(look));
        self.readers.give(reader);
        seen
    }

    #[expect(clippy::unused_async, reason = "the shape of the store's")]
    pub(crate) async fn query(
        &self,
        query: &'static Query,
        values: Vec<Value>,
    ) -> Result<Vec<Row>, StoreError> {
        let rows = self.read(|rows| sql::select(&query.parts.text(), &values, &rows.jobs))?;
        Ok(rows.into_iter().map(Row).collect())
    }

    pub(crate) async fn write<T: Send + 'static, E: From<StoreError> + Send + 'static>(
        &self,
        name: &'static str,
        work: impl FnMut(&mut Tx) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        let (work, outcome) = unit::erase(None, work);
        self.writer.write(name, work).await?;
        outcome.take()
    }

    pub(crate) async fn write_guarded<T: Send + 'static>(
        &self,
        name: &'static str,
        work: impl FnMut(&mut Tx) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.write(name, work).await
    }

    pub(crate) async fn close(&self) {
        self.writer.close().await;
    }
}
