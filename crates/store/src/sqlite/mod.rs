//! SQLite inside the process: one writer thread, many readers, WAL.

pub(crate) mod bulk;
mod commits;
mod connection;
pub(crate) mod copy;
mod reader;
pub(crate) mod statement;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use self::commits::Commits;
use self::reader::{Reader, Readers};
use self::writer::Writer;
use crate::metric::{Connections, Counters};
use crate::private_file::FileOwner;
use crate::tx::Connection;
use crate::unit::ErasedWork;
use crate::{Query, Result, Row, StoreError, StoreLimits, Tx, Value, unit};

pub(crate) struct Sqlite {
    readers: Arc<Readers>,
    commits: Commits,
    /// Read units may be long, so they leave half of the readers to the short queries.
    read_units: Arc<Semaphore>,
    writer: Writer,
    limits: StoreLimits,
}

impl Sqlite {
    pub(crate) async fn open(path: PathBuf, limits: StoreLimits, counters: Arc<Counters>) -> Result<Self> {
        let connection = connection::open_writer(&path, &limits).await?;
        let commits = Commits::at(&path);
        let readers = Arc::new(Readers::new(path, &limits));
        let writer = Writer::start(connection, &limits, counters, commits.clone(), Arc::clone(&readers))?;
        let read_units = Arc::new(Semaphore::new((limits.sqlite_readers_max / 2).max(1)));
        Ok(Self { readers, commits, read_units, writer, limits })
    }

    pub(crate) fn path(&self) -> &Path {
        self.readers.path()
    }

    /// Counts the connections that read; the one that writes always exists.
    pub(crate) fn connections(&self) -> Connections {
        self.readers.connections()
    }

    pub(crate) fn query(&self, query: &'static Query, parameters: &[Value]) -> Result<Vec<Row>> {
        self.on_snapshot(|connection| statement::query(connection, query, parameters, self.limits.rows_max))
    }

    /// Explains the access path of the query, line by line.
    pub(crate) fn plan(&self, query: &'static Query) -> Result<Vec<String>> {
        self.on_snapshot(|connection| statement::plan(connection, query))
    }

    fn on_snapshot<T>(&self, read: impl FnOnce(&rusqlite::Connection) -> Result<T>) -> Result<T> {
        let mut reader = self.readers.take()?;
        let result = reader.current(&self.commits).and_then(read);
        // After an error the state of the snapshot is unknown.
        if result.is_ok() || reader.forget().is_ok() {
            self.readers.give(reader);
        } else {
            self.readers.lose();
        }
        result
    }

    /// Writes the database as it is into a new file.
    pub(crate) fn save_copy(&self, path: &Path) -> Result<()> {
        copy::copy_sqlite(self.path(), path, &self.limits, FileOwner::OfFolder)
    }

    pub(crate) async fn write(&self, unit: &'static str, work: ErasedWork) -> Result<()> {
        self.writer.write(unit, work).await
    }

    pub(crate) async fn read(&self, unit: &'static str, mut work: ErasedWork) -> Result<()> {
        let slot = timeout(self.limits.wait_max, Arc::clone(&self.read_units).acquire_owned()).await;
        let Ok(Ok(slot)) = slot else {
            return Err(StoreError::Busy("too many read units".to_owned()));
        };
        let (readers, rows_max) = (Arc::clone(&self.readers), self.limits.rows_max);
        let span = tracing::Span::current();
        let run = move || {
            let _slot = slot;
            span.in_scope(|| snapshot(&readers, rows_max, unit, &mut work))
        };
        spawn_blocking(run).await.unwrap_or_else(|error| Err(StoreError::Unavailable(error.to_string())))
    }

    pub(crate) async fn close(&self) {
        self.readers.close_idle();
        self.writer.close().await;
    }
}

/// One read unit on a snapshot, which the first statement inside takes.
fn snapshot(readers: &Readers, rows_max: usize, unit: &'static str, work: &mut ErasedWork) -> Result<()> {
    let connection = readers.take()?.into_connection().inspect_err(|_| readers.lose())?;
    if let Err(error) = statement::batch(&connection, "begin") {
        readers.give(Reader::new(connection));
        return Err(error);
    }
    let mut tx = Tx::new(Connection::Sqlite(connection), rows_max);
    let ended = unit::attempt(&mut tx, unit, work);
    if let Connection::Sqlite(connection) = tx.connection {
        match statement::batch(&connection, "rollback") {
            Ok(()) => readers.give(Reader::new(connection)),
            Err(_) => readers.lose(),
        }
    }
    ended.map(drop)
}
