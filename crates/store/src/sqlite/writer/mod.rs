//! The thread that owns the write connection and commits many units of work at once.
//!
//! A commit costs one wait for the disk, so the units that queue up during one commit share the next, and one that
//! fails takes no other with it. Answers are sent after the commit only, and the next commit begins when they have been
//! taken.

mod answers;
mod batch;
mod queue;

use tokio::sync::oneshot;

use self::answers::Answers;
use self::batch::Work;
use self::queue::{Message, Unit};
use super::commits::Commits;
use super::reader::Readers;
use crate::metric::Counters;
use crate::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use crate::sync::thread::{self, JoinHandle};
use crate::sync::{Arc, Mutex, PoisonError, spawn_blocking};
use crate::tx::Connection;
use crate::{StoreError, StoreLimits, Tx, unit};

pub(super) struct Writer {
    queue: SyncSender<Message>,
    thread: Mutex<Option<JoinHandle<()>>>,
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
        let thread = thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(work)
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Self { queue, thread: Mutex::new(Some(thread)) })
    }

    pub(super) async fn write(&self, name: &'static str, work: unit::ErasedWork) -> Result<(), StoreError> {
        let (answer, answered) = oneshot::channel();
        let unit = Box::new(Unit::new(name, work, answer));
        self.queue.try_send(Message::Unit(unit)).map_err(|error| match error {
            TrySendError::Full(_) => StoreError::Busy("the queue of units of work is full".to_owned()),
            TrySendError::Disconnected(_) => closed(),
        })?;
        answered.await.map_or_else(|_| Err(closed()), |(result, _)| result)
    }

    /// Finishes the queued units and ends the thread.
    pub(super) async fn close(&self) {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        let queue = self.queue.clone();
        let end = spawn_blocking(move || {
            // Waits for a slot in the queue; fails when the thread has ended already.
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
