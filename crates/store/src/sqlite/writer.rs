//! The thread that owns the write connection and commits many units of work at once.
//!
//! A commit costs one wait for the disk, so the units that queue up during one commit share the next:
//! each in a savepoint of its own, so that one that fails takes no other with it. Answers are sent
//! after the commit only, and the next commit begins when they have been taken.

mod answers;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use tokio::task::spawn_blocking;

use self::answers::{Answers, OnItsWay};
use super::commits::Commits;
use super::reader::Readers;
use crate::metric::{Counters, QueuePlace};
use crate::tx::Connection;
use crate::{StoreError, StoreLimits, Tx, unit};

/// The longest that queued units wait until the answers of the commit before have been taken.
const ANSWERS_TAKEN_MAX: Duration = Duration::from_millis(10);

pub(super) struct Writer {
    queue: SyncSender<Message>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

enum Message {
    Unit(Box<dyn QueuedUnit>),
    Close,
}

/// A unit of work in the queue, whatever its types.
trait QueuedUnit: Send {
    /// Nobody waits for it any more.
    fn is_abandoned(&self) -> bool;
    /// When it was queued.
    fn queued_at(&self) -> Instant;
    /// Runs it; whether what it did may be kept.
    fn run(&mut self, tx: &mut Tx) -> bool;
    /// Tells the caller what became of it.
    fn answer(self: Box<Self>, commit: Result<(), StoreError>, answers: &Answers);
}

struct Unit<T, E, F> {
    name: &'static str,
    work: F,
    outcome: Option<Result<T, E>>,
    answer: oneshot::Sender<(Result<T, E>, OnItsWay)>,
    queued_at: Instant,
    span: tracing::Span,
    _place: QueuePlace,
}

impl<T, E, F> QueuedUnit for Unit<T, E, F>
where
    T: Send,
    E: From<StoreError> + Send,
    F: FnMut(&mut Tx) -> Result<T, E> + Send,
{
    fn is_abandoned(&self) -> bool {
        self.answer.is_closed()
    }

    fn queued_at(&self) -> Instant {
        self.queued_at
    }

    fn run(&mut self, tx: &mut Tx) -> bool {
        let outcome = self.span.in_scope(|| unit::attempt(tx, self.name, &mut self.work));
        self.outcome.insert(outcome).is_ok()
    }

    fn answer(self: Box<Self>, commit: Result<(), StoreError>, answers: &Answers) {
        // After a failed commit even a refusal may rest on rows that never came to be.
        let outcome = match (commit, self.outcome) {
            (Ok(()), Some(outcome)) => outcome,
            (Ok(()), None) => {
                Err(StoreError::Busy("the unit waited too long in the queue".to_owned()).into())
            }
            (Err(error), _) => Err(error.into()),
        };
        // A caller that stopped waiting has nobody to tell.
        let _ = self.answer.send((outcome, answers.sent()));
    }
}

impl Writer {
    pub(super) fn start(
        connection: rusqlite::Connection,
        limits: &StoreLimits,
        counters: Arc<Counters>,
        commits: Commits,
        readers: Arc<Readers>,
    ) -> Result<Self, StoreError> {
        let (queue, receiver) = sync_channel(limits.queue_length_max);
        let tx = Tx::new(Connection::Sqlite(connection), limits.rows_max);
        let (batch_units_max, wait_max) = (limits.batch_units_max, limits.wait_max);
        let work = move || {
            let answers = Answers::of_this_thread();
            let mut work =
                Work { tx, receiver, counters, commits, readers, answers, batch_units_max, wait_max };
            while work.batch() {}
        };
        let thread = std::thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(work)
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Self { queue, thread: Mutex::new(Some(thread)) })
    }

    pub(super) async fn write<T, E>(
        &self,
        name: &'static str,
        work: impl FnMut(&mut Tx) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let (queued_at, span) = (Instant::now(), tracing::Span::current());
        let unit = Unit { name, work, outcome: None, answer, queued_at, span, _place: QueuePlace::taken() };
        self.queue.try_send(Message::Unit(Box::new(unit))).map_err(|error| match error {
            TrySendError::Full(_) => StoreError::Busy("the queue of units of work is full".to_owned()),
            TrySendError::Disconnected(_) => closed(),
        })?;
        answered.await.map_or_else(|_| Err(closed().into()), |(outcome, _)| outcome)
    }

    /// Finishes what is queued and ends the thread.
    pub(super) async fn close(&self) {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        let queue = self.queue.clone();
        let end = spawn_blocking(move || {
            // Waits for a place in the queue; fails when the thread has ended already.
            let _ = queue.send(Message::Close);
            thread.map(JoinHandle::join)
        });
        if !matches!(end.await, Ok(None | Some(Ok(())))) {
            tracing::error!("the writer thread of the store ended with a panic");
        }
    }
}

fn closed() -> StoreError {
    StoreError::Unavailable("the store is closed".to_owned())
}

/// What the thread works with.
struct Work {
    tx: Tx,
    receiver: Receiver<Message>,
    counters: Arc<Counters>,
    commits: Commits,
    readers: Arc<Readers>,
    /// The answers of the last commit.
    answers: Answers,
    batch_units_max: usize,
    wait_max: Duration,
}

impl Work {
    /// Runs the units that are queued, one at least, and commits them; whether to go on.
    fn batch(&mut self) -> bool {
        let Ok(Message::Unit(first)) = self.receiver.recv() else { return false };
        self.answers.taken(ANSWERS_TAKEN_MAX);
        self.readers.forget_snapshots();
        let mut begun = self.control("begin immediate");
        let (mut units, mut kept) = (Vec::with_capacity(self.batch_units_max), 0);
        let (mut next, mut goes_on) = (Some(first), true);
        while let Some(mut unit) = next.take() {
            if begun.is_ok() && !unit.is_abandoned() && unit.queued_at().elapsed() <= self.wait_max {
                begun = self.savepoint(&mut *unit).map(|is_kept| kept += u64::from(is_kept));
            }
            units.push(unit);
            if units.len() < self.batch_units_max {
                next = match self.receiver.try_recv() {
                    Ok(Message::Unit(unit)) => Some(unit),
                    Ok(Message::Close) | Err(TryRecvError::Disconnected) => {
                        goes_on = false;
                        None
                    }
                    Err(TryRecvError::Empty) => None,
                };
            }
        }
        let commit = begun.and_then(|()| self.commit(kept));
        // Counted anew for each commit: a caller that never takes its answer holds up the next commit, not all others.
        self.answers = Answers::of_this_thread();
        for unit in units {
            let commit = commit.clone();
            if catch_unwind(AssertUnwindSafe(|| unit.answer(commit, &self.answers))).is_err() {
                tracing::error!("answering a unit of work panicked");
            }
        }
        goes_on
    }

    /// Runs one unit in a savepoint; whether it is kept. An error costs the whole batch.
    fn savepoint(&mut self, unit: &mut dyn QueuedUnit) -> Result<bool, StoreError> {
        self.control("savepoint unit")?;
        let is_kept = catch_unwind(AssertUnwindSafe(|| unit.run(&mut self.tx))).unwrap_or(false);
        if !is_kept {
            self.control("rollback to unit")?;
        }
        // Fails when the engine rolled the whole transaction back (a full disk, a failed read).
        self.control("release unit")?;
        Ok(is_kept)
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
        Err(StoreError::CommitFailed { outcome_unknown: false, reason: error.to_string() })
    }

    /// Runs a statement that steers the transaction.
    fn control(&self, sql: &str) -> Result<(), StoreError> {
        let Connection::Sqlite(connection) = &self.tx.connection else {
            return Err(StoreError::Unavailable("the writer has no connection".to_owned()));
        };
        super::statement::control(connection, sql).inspect_err(|_| {
            if !connection.is_autocommit() {
                // Nothing of the batch may stay; a failure of this leaves no transaction either.
                let _ = connection.execute_batch("rollback");
            }
        })
    }
}
