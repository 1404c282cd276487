//! A database in memory: one writes, and whoever reads has a snapshot.

use std::cell::RefCell;
use std::time::Duration;

use crate::sql::Table;
use crate::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    /// Notes of units of work, in their order.
    pub(crate) notes: Vec<i64>,
    pub(crate) jobs: Table,
}

/// The file; a clone is the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct Database(Arc<Mutex<Rows>>);

impl Database {
    pub(crate) fn committed(&self) -> MutexGuard<'_, Rows> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Idle,
    /// A snapshot, which the first look takes.
    Reads(Option<Rows>),
    /// The rows as this unit has them, with those of the savepoint.
    Writes(Box<(Rows, Option<Rows>)>),
}

/// A connection, with as much of `rusqlite`'s as the store calls between its threads.
#[derive(Debug)]
pub(crate) struct Connection {
    database: Database,
    state: RefCell<State>,
    changes: RefCell<u64>,
}

/// No error ever comes.
#[derive(Debug)]
pub(crate) struct Error;

impl Connection {
    pub(crate) fn to(database: &Database) -> Self {
        Self { database: database.clone(), state: RefCell::default(), changes: RefCell::default() }
    }

    pub(crate) fn is_autocommit(&self) -> bool {
        matches!(*self.state.borrow(), State::Idle)
    }

    pub(crate) fn total_changes(&self) -> u64 {
        *self.changes.borrow()
    }

    pub(crate) const fn busy_timeout(&self, _wait: Duration) -> Result<(), Error> {
        Ok(())
    }

    pub(crate) fn execute_batch(&self, sql: &str) -> Result<(), Error> {
        let mut state = self.state.borrow_mut();
        let next = match (sql, std::mem::take(&mut *state)) {
            ("begin", State::Idle) => State::Reads(None),
            ("begin immediate", State::Idle) => {
                State::Writes(Box::new((self.database.committed().clone(), None)))
            }
            ("commit", State::Writes(rows)) => {
                *self.database.committed() = rows.0;
                State::Idle
            }
            ("rollback", _) => State::Idle,
            ("savepoint unit", State::Writes(rows)) => {
                State::Writes(Box::new((rows.0.clone(), Some(rows.0))))
            }
            ("rollback to unit", State::Writes(mut rows)) => {
                rows.0 = rows.1.clone().unwrap_or_default();
                State::Writes(rows)
            }
            ("release unit", State::Writes(rows)) => State::Writes(Box::new((rows.0, None))),
            (sql, state) => panic!("{sql} in {state:?}"),
        };
        *state = next;
        Ok(())
    }

    /// Looks at the rows that this connection sees.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&Rows) -> T) -> T {
        match &mut *self.state.borrow_mut() {
            State::Idle => look(&self.database.committed()),
            State::Reads(snapshot) => look(snapshot.get_or_insert_with(|| self.database.committed().clone())),
            State::Writes(rows) => look(&rows.0),
        }
    }

    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut Rows) -> T) -> T {
        *self.changes.borrow_mut() += 1;
        match &mut *self.state.borrow_mut() {
            State::Writes(rows) => change(&mut rows.0),
            state => panic!("a change in {state:?}"),
        }
    }
}
