//! The thread that owns the write connection and commits many units of work at once.
//!
//! A commit costs one wait for the disk, so the units that queue up during one commit share the next, and one that
//! fails takes no other with it. Answers are sent after the commit only, and the next commit begins when they have been
//! taken.

mod answers;
mod batch;

use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use tokio::sync::oneshot;
use tokio::task::spawn_blocking;

use self::answers::{Answers, OnItsWay};
use self::batch::Work;
use super::commits::Commits;
use super::reader::Readers;
use crate::metric::{Counters, QueuePlace};
use crate::tx::Connection;
use crate::{StoreError, StoreLimits, Tx, unit};

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
    /// Runs it; whether what it did may be kept. The outcome of an earlier run is forgotten.
    fn run(&mut self, tx: &mut Tx) -> bool;
    /// It ran, with whatever outcome.
    fn has_run(&self) -> bool;
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

    fn has_run(&self) -> bool {
        self.outcome.is_some()
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
