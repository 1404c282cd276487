//! The units that share one commit.
//!
//! A unit that fails has to leave nothing behind while the others stay. A savepoint for each would see to that, and
//! costs as much as the change of a small unit: SQLite copies every page before it changes inside of a savepoint.
//! Units that fail have hardly ever changed something before. So none has a savepoint at first; when one fails after
//! a change, everything is rolled back and all run once more, this time each in a savepoint.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::answers::Answers;
use super::queue::{Message, Unit};
use crate::metric::Counters;
use crate::sqlite::commits::Commits;
use crate::sqlite::reader::Readers;
use crate::sqlite::statement;
use crate::sync::Arc;
use crate::sync::mpsc::{Receiver, TryRecvError};
use crate::tx::Connection;
use crate::{StoreError, Tx};

/// The longest that queued units wait until the answers of the commit before have been taken.
const ANSWERS_TAKEN_MAX: Duration = Duration::from_millis(10);

/// The time between two looks for the lock of the file while another process has it: a large import leaves it for a
/// millisecond between two chunks.
const LOCK_PAUSE: Duration = Duration::from_micros(250);

/// The state of the writer thread.
pub(super) struct Work {
    pub(super) tx: Tx,
    pub(super) receiver: Receiver<Message>,
    pub(super) counters: Arc<Counters>,
    pub(super) commits: Commits,
    pub(super) readers: Arc<Readers>,
    /// The answers of the last commit.
    pub(super) answers: Answers,
    pub(super) batch_units_max: usize,
    pub(super) wait_max: Duration,
}

/// The units that will be committed together.
struct Batch {
    units: Vec<Unit>,
    kept: u64,
    /// Each unit runs in a savepoint, because one failed after it had changed something.
    has_savepoints: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ran {
    /// Its changes are to be kept.
    Kept,
    /// It failed and left nothing behind.
    Refused,
    /// It failed after it had changed something, which still stands.
    Spoilt,
}

impl Work {
    /// Runs the units that are queued, one at least, and commits them; whether to go on.
    pub(super) fn batch(&mut self) -> bool {
        let Ok(Message::Unit(first)) = self.receiver.recv() else { return false };
        self.answers.taken(ANSWERS_TAKEN_MAX);
        self.readers.forget_snapshots();
        let units = Vec::with_capacity(self.batch_units_max);
        let mut batch = Batch { units, kept: 0, has_savepoints: false };
        let mut standing = self.begin();
        let (mut next, mut goes_on) = (Some(*first), true);
        while let Some(unit) = next.take() {
            if standing.is_ok() && !unit.is_abandoned() && unit.queued_at().elapsed() <= self.wait_max {
                standing = self.join(&mut batch, unit);
            } else {
                batch.units.push(unit);
            }
            if batch.units.len() < self.batch_units_max {
                (next, goes_on) = self.queued();
            }
        }
        let commit = standing.and_then(|()| self.commit(batch.kept));
        // Counted anew for each commit: a caller that never takes its answer holds up the next commit, not all others.
        self.answers = Answers::of_this_thread();
        for unit in batch.units {
            let commit = commit.clone();
            if catch_unwind(AssertUnwindSafe(|| unit.answer(commit, &self.answers))).is_err() {
                tracing::error!("answering a unit of work panicked");
            }
        }
        goes_on
    }

    /// The next unit that is queued already, and whether there may be others after it.
    fn queued(&self) -> (Option<Unit>, bool) {
        match self.receiver.try_recv() {
            Ok(Message::Unit(unit)) => (Some(*unit), true),
            Err(TryRecvError::Empty) => (None, true),
            Ok(Message::Close) | Err(TryRecvError::Disconnected) => (None, false),
        }
    }

    /// Runs a unit as the next one of the batch. An error costs the whole batch.
    fn join(&mut self, batch: &mut Batch, mut unit: Unit) -> Result<(), StoreError> {
        let ran = if batch.has_savepoints { self.savepoint(&mut unit) } else { self.run(&mut unit) };
        batch.units.push(unit);
        match ran? {
            Ran::Kept => batch.kept += 1,
            Ran::Refused => {}
            Ran::Spoilt => self.run_again(batch)?,
        }
        Ok(())
    }

    /// Rolls all units of the batch back, and runs each of them again in a savepoint.
    fn run_again(&mut self, batch: &mut Batch) -> Result<(), StoreError> {
        self.control("rollback")?;
        self.begin()?;
        (batch.kept, batch.has_savepoints) = (0, true);
        for unit in batch.units.iter_mut().filter(|unit| unit.has_run()) {
            batch.kept += u64::from(self.savepoint(unit)? == Ran::Kept);
        }
        Ok(())
    }

    fn run(&mut self, unit: &mut Unit) -> Result<Ran, StoreError> {
        let before = self.changes()?;
        drop(self.tx.take_last_failure());
        let is_kept = catch_unwind(AssertUnwindSafe(|| unit.run(&mut self.tx))).unwrap_or(false);
        let after = self.changes()?;
        Ok(match (is_kept, before == after) {
            (true, _) => Ran::Kept,
            (false, true) => Ran::Refused,
            (false, false) => Ran::Spoilt,
        })
    }

    fn savepoint(&mut self, unit: &mut Unit) -> Result<Ran, StoreError> {
        self.control("savepoint unit")?;
        let ran = self.run(unit)?;
        if ran == Ran::Spoilt {
            self.control("rollback to unit")?;
        }
        self.control("release unit")?;
        Ok(if ran == Ran::Kept { Ran::Kept } else { Ran::Refused })
    }

    /// Returns a number that every change within the transaction alters. A failed statement alters nothing: SQLite
    /// undoes it.
    ///
    /// # Errors
    /// The engine rolled the whole transaction back (a full disk, a failed read).
    fn changes(&mut self) -> Result<(u64, u64), StoreError> {
        if !self.connection()?.is_autocommit() {
            return Ok((self.connection()?.total_changes(), self.tx.scripts()));
        }
        let reason = match self.tx.take_last_failure() {
            Some(StoreError::Unavailable(reason)) => reason,
            _ => "SQLite rolled the transaction back".to_owned(),
        };
        Err(StoreError::Unavailable(reason))
    }

    fn commit(&mut self, kept: u64) -> Result<(), StoreError> {
        let committed = self.control("commit");
        // Also after a failure, which may have come too late.
        self.commits.add();
        let Err(error) = committed else {
            if kept > 0 {
                self.counters.committed(kept);
            }
            return Ok(());
        };
        tracing::error!(store.units = kept, %error, "commit of {kept} units of work failed: {error}");
        Err(error.of_commit(false))
    }

    /// Takes the lock of the file. Another process that works in small units, such as an import, leaves it for a moment
    /// between them; SQLite's own wait, which grows to a tenth of a second, would find that moment by chance only.
    #[expect(
        clippy::disallowed_methods,
        reason = "another process holds the lock, and tells nobody when it leaves it"
    )]
    fn begin(&self) -> Result<(), StoreError> {
        let start = Instant::now();
        let connection = self.connection()?;
        let patient = |wait: Duration| {
            connection.busy_timeout(wait).map_err(|error| statement::error_of("transaction", &error))
        };
        patient(Duration::ZERO)?;
        let begun = loop {
            match self.control("begin immediate") {
                Err(StoreError::Busy(_)) if start.elapsed() < self.wait_max => sleep(LOCK_PAUSE),
                begun => break begun,
            }
        };
        patient(self.wait_max)?;
        begun
    }

    /// Runs a statement that steers the transaction.
    fn control(&self, sql: &str) -> Result<(), StoreError> {
        let connection = self.connection()?;
        statement::control(connection, sql).inspect_err(|_| {
            if !connection.is_autocommit() {
                // Nothing of the batch may stay; a failure of this leaves no transaction either.
                let _ = connection.execute_batch("rollback");
            }
        })
    }

    fn connection(&self) -> Result<&rusqlite::Connection, StoreError> {
        match &self.tx.connection {
            Connection::Sqlite(connection) => Ok(connection),
            Connection::Postgres(_) => {
                Err(StoreError::Unavailable("the writer has no connection".to_owned()))
            }
        }
    }
}
