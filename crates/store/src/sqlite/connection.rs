//! Opens SQLite files.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use crate::private_file::{FileOwner, beside, create_private};
use crate::{Durability, Result, StoreError, StoreLimits};

/// Prepared statements that each connection keeps: more than all areas have queries in one flow.
const STATEMENTS_CACHED_MAX: usize = 256;
/// Memory for pages of the file, per connection, in KiB.
const WRITER_CACHE_KIB: i64 = 16 * 1_024;
const READER_CACHE_KIB: i64 = 2 * 1_024;
/// Pages in the log after which a commit copies them into the file: 16 MiB.
const CHECKPOINT_PAGES: i64 = 4_096;
/// Another process that opens a new file at the same moment, or a connection of this one that was given up, holds the
/// file for an instant; this often it is tried again.
const ATTEMPTS_MAX: u32 = 100;
const PAUSE: Duration = Duration::from_millis(20);

/// The connection of the writer; makes the file when it is absent.
pub(super) async fn open_writer(path: &Path, limits: &StoreLimits) -> Result<Connection> {
    let (path, limits) = (path.to_owned(), limits.clone());
    while_busy(move || open_writer_once(&path, &limits)).await
}

/// Runs `work` on a thread that may wait, and again while others hold the file.
pub(super) async fn while_busy<T: Send + 'static>(
    work: impl Fn() -> Result<T> + Clone + Send + 'static,
) -> Result<T> {
    let mut attempt = 1;
    loop {
        let done = spawn_blocking(work.clone()).await;
        match done.unwrap_or_else(|error| Err(StoreError::Unavailable(error.to_string()))) {
            Err(StoreError::Busy(_)) if attempt < ATTEMPTS_MAX => attempt += 1,
            done => return done,
        }
        sleep(PAUSE).await;
    }
}

fn open_writer_once(path: &Path, limits: &StoreLimits) -> Result<Connection> {
    make_or_find(path).map_err(|error| unopened(path, &error.to_string()))?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = open(path, flags, WRITER_CACHE_KIB, limits)?;
    let prepare = || {
        let mode: String = connection.query_row("pragma journal_mode = wal", [], |row| row.get(0))?;
        connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_PAGES)?;
        let synchronous = match limits.durability {
            Durability::Full => "full",
            Durability::Off => "off",
        };
        connection.pragma_update(None, "synchronous", synchronous)?;
        Ok(mode)
    };
    let mode = prepare().map_err(|error| super::statement::error_of("open", &error))?;
    if mode == "wal" { Ok(connection) } else { Err(unopened(path, "the file system does not allow WAL")) }
}

/// A connection that reads only; the writer must have opened the file before.
pub(super) fn open_reader(path: &Path, limits: &StoreLimits) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    open(path, flags, READER_CACHE_KIB, limits)
}

fn open(path: &Path, flags: OpenFlags, cache_kib: i64, limits: &StoreLimits) -> Result<Connection> {
    let open = || {
        let connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(limits.wait_max)?;
        // Otherwise new parameters may make SQLite plan a prepared statement anew, which costs ten times its run.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS_CACHED_MAX);
        connection.pragma_update(None, "cache_size", -cache_kib)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        connection.pragma_update(None, "temp_store", "memory")?;
        connection.pragma_update(None, "trusted_schema", false)?;
        Ok(connection)
    };
    open().map_err(|error| super::statement::error_of("open", &error))
}

/// Makes the file readable for its owner alone, unless it is there; SQLite gives the log the same owner and
/// permissions.
fn make_or_find(path: &Path) -> io::Result<()> {
    refuse_log_alone(path)?;
    match create_private(path, FileOwner::OfFolder) {
        // SQLite opens a file that it may only read without a word, and fails at the first change.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            OpenOptions::new().write(true).open(path).map(drop)
        }
        made => made.map(drop),
    }
}

/// Refuses a log without its file, which SQLite would empty with everything that was committed and is in it alone.
fn refuse_log_alone(path: &Path) -> io::Result<()> {
    let is_written = |path: &Path| fs::metadata(path).is_ok_and(|found| found.len() > 0);
    let log = beside(path, "-wal");
    if is_written(path) || !is_written(&log) {
        return Ok(());
    }
    Err(io::Error::other(format!(
        "{} has what was committed last, and its database is not there: put the database back beside it, or move the \
         log to where the database is now",
        log.display()
    )))
}

fn unopened(path: &Path, reason: &str) -> StoreError {
    StoreError::Unavailable(format!("{} cannot be opened: {reason}", path.display()))
}

#[cfg(test)]
mod tests;
