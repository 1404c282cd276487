//! The connections that read.

use std::path::PathBuf;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use rusqlite::Connection;

use super::connection::open_reader;
use crate::{StoreError, StoreLimits};

/// A stack of idle connections: the one used last has the warmest cache and is used next.
pub(super) struct Readers {
    path: PathBuf,
    limits: StoreLimits,
    stack: Mutex<Stack>,
    returned: Condvar,
}

#[derive(Default)]
struct Stack {
    idle: Vec<Connection>,
    /// Idle or in use.
    open: usize,
    /// Callers that wait for one.
    waiting: usize,
}

impl Readers {
    pub(super) fn new(path: PathBuf, limits: &StoreLimits) -> Self {
        Self { path, limits: limits.clone(), stack: Mutex::default(), returned: Condvar::new() }
    }

    /// A connection that must be given back, or reported lost.
    pub(super) fn take(&self) -> Result<Connection, StoreError> {
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
        if let Some(connection) = stack.idle.pop() {
            return Ok(connection);
        }
        stack.open += 1;
        drop(stack);
        open_reader(&self.path, &self.limits).inspect_err(|_| self.lose())
    }

    pub(super) fn give(&self, connection: Connection) {
        let mut stack = self.lock();
        stack.idle.push(connection);
        // To wake somebody is a system call, also when nobody waits.
        if stack.waiting > 0 {
            drop(stack);
            self.returned.notify_one();
        }
    }

    /// A connection that was taken will not come back.
    pub(super) fn lose(&self) {
        self.lock().open -= 1;
    }

    fn lock(&self) -> MutexGuard<'_, Stack> {
        // No code that holds the lock can leave the stack half changed.
        self.stack.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
