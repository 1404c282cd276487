//! The connections that read.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::commits::Commits;
use super::connection::open_reader;
use super::statement;
use crate::metric::Connections;
use crate::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use crate::{Result, StoreError, StoreLimits};

/// The longest time that a snapshot is read from. Commits of this process end it at once. After this time a read sees
/// those of other processes, which are the bank's own commands.
const SNAPSHOT_AGE_MAX: Duration = Duration::from_millis(1);

/// A connection, with the snapshot that it has left open for the next reading.
///
/// To take a snapshot and to give it up costs four system calls on the locks of the file, which is more than half of
/// what reading one account takes. So it is kept for as long as it cannot be told from a new one.
pub(super) struct Reader {
    connection: Connection,
    snapshot: Option<Snapshot>,
}

/// Everything that was committed before a moment.
struct Snapshot {
    /// The commits of this process that are in it, at least.
    commits: u64,
    begun_at: Instant,
}

impl Reader {
    pub(super) const fn new(connection: Connection) -> Self {
        Self { connection, snapshot: None }
    }

    /// The connection, on a snapshot that has everything committed until now.
    pub(super) fn current(&mut self, commits: &Commits) -> Result<&Connection> {
        // Counted before the snapshot is taken: a commit in between is in the snapshot and ends it too early, never
        // too late.
        let (commits, now) = (commits.count(), Instant::now());
        let is_current = self.snapshot.as_ref().is_some_and(|snapshot| {
            snapshot.commits == commits && now.duration_since(snapshot.begun_at) < SNAPSHOT_AGE_MAX
        });
        if !is_current {
            self.forget()?;
            statement::control(&self.connection, "begin")?;
            self.snapshot = Some(Snapshot { commits, begun_at: now });
        }
        Ok(&self.connection)
    }

    pub(super) fn forget(&mut self) -> Result<()> {
        // An error of the engine may have ended it already.
        if self.snapshot.take().is_some() && !self.connection.is_autocommit() {
            statement::control(&self.connection, "rollback")?;
        }
        Ok(())
    }

    pub(super) fn into_connection(mut self) -> Result<Connection> {
        self.forget()?;
        Ok(self.connection)
    }
}

/// A stack of idle connections: the one used last has the warmest cache and is used next.
pub(super) struct Readers {
    path: PathBuf,
    limits: StoreLimits,
    stack: Mutex<Stack>,
    returned: Condvar,
}

#[derive(Default)]
struct Stack {
    idle: Vec<Reader>,
    /// Idle or in use.
    open: usize,
    waiting: usize,
}

impl Readers {
    pub(super) fn new(path: PathBuf, limits: &StoreLimits) -> Self {
        Self { path, limits: limits.clone(), stack: Mutex::default(), returned: Condvar::new() }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// A connection that must be given back, or reported lost.
    pub(super) fn take(&self) -> Result<Reader> {
        let mut stack = self.lock();
        if stack.idle.is_empty() && stack.open >= self.limits.sqlite_readers_max {
            stack.waiting += 1;
            let none_idle = |stack: &mut Stack| stack.idle.is_empty();
            let waited = self.returned.wait_timeout_while(stack, self.limits.wait_max, none_idle);
            stack = waited.unwrap_or_else(PoisonError::into_inner).0;
            stack.waiting -= 1;
            if stack.idle.is_empty() {
                return Err(StoreError::Busy("every reading connection is in use".to_owned()));
            }
        }
        if let Some(reader) = stack.idle.pop() {
            return Ok(reader);
        }
        stack.open += 1;
        drop(stack);
        open_reader(&self.path, &self.limits).map(Reader::new).inspect_err(|_| self.lose())
    }

    pub(super) fn give(&self, reader: Reader) {
        let mut stack = self.lock();
        stack.idle.push(reader);
        // Waking is a system call, even without waiters.
        if stack.waiting > 0 {
            drop(stack);
            self.returned.notify_one();
        }
    }

    /// A connection that was taken will not come back.
    pub(super) fn lose(&self) {
        self.lock().open -= 1;
    }

    /// Ends the snapshots of idle connections: while one is open, SQLite cannot begin its log anew, and it would grow
    /// without end.
    pub(super) fn forget_snapshots(&self) {
        let mut stack = self.lock();
        let before = stack.idle.len();
        stack.idle.retain_mut(|reader| reader.forget().is_ok());
        stack.open -= before - stack.idle.len();
    }

    /// Closes the idle connections: when the one that writes is the last, SQLite folds its log into the file.
    pub(super) fn close_idle(&self) {
        let mut stack = self.lock();
        stack.open -= stack.idle.len();
        stack.idle.clear();
    }

    pub(super) fn connections(&self) -> Connections {
        let stack = self.lock();
        Connections { open: stack.open, idle: stack.idle.len(), most: self.limits.sqlite_readers_max }
    }

    fn lock(&self) -> MutexGuard<'_, Stack> {
        // No code that holds the lock can leave the stack half changed.
        self.stack.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
