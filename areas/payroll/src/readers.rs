//! Threads of their own that take requests apart.
//!
//! A statement of 10,000 transfers takes a while to be read and several times its body for a moment, and an allocator
//! keeps some of what was freed for the thread that had it. So few threads read, one for two cores: what else is sent
//! waits as bytes, and companies take turns, so that nobody waits for all that another has sent.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use kernel::Cnum;
use tokio::sync::oneshot;

use crate::turns::{TurnLimits, Turns};

/// The most threads: what several cores take apart is stored by one database.
const THREADS_MAX: usize = 4;

type Job = Box<dyn FnOnce() + Send>;

/// The threads; they end with this value.
#[derive(Debug)]
pub(crate) struct Readers(Arc<Queue>);

struct Queue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

struct Waiting {
    jobs: Turns<Job>,
    /// Nobody works off what is queued any more.
    is_closed: bool,
}

/// Error of a request that was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotRead {
    /// Too many wait.
    TooMany,
    /// The work panicked, or there is no thread.
    Failed,
}

impl Readers {
    /// One thread for two cores.
    pub(crate) fn start(waiting: TurnLimits) -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self::with_threads((cores / 2).clamp(1, THREADS_MAX), waiting)
    }

    fn with_threads(count: usize, waiting: TurnLimits) -> Self {
        let waiting = Waiting { jobs: Turns::new(waiting), is_closed: false };
        let queue = Arc::new(Queue { waiting: Mutex::new(waiting), changed: Condvar::new() });
        let mut started = 0;
        for _ in 0..count {
            let own = Arc::clone(&queue);
            match thread::Builder::new().name("payroll-reader".to_owned()).spawn(move || own.work()) {
                Ok(_) => started += 1,
                Err(error) => {
                    tracing::error!("a thread that reads statements cannot be started: {error}");
                }
            }
        }
        queue.lock().is_closed = started == 0;
        Self(queue)
    }

    /// Does the work on one of the threads when it is the turn of the company.
    ///
    /// # Errors
    /// The work was not done, or not to its end.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        company: &Cnum,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotRead> {
        self.queue(company, work)?.await.map_err(|_| NotRead::Failed)
    }

    fn queue<T: Send + 'static>(
        &self,
        company: &Cnum,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<oneshot::Receiver<T>, NotRead> {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move || {
            // A caller that stopped waiting needs no answer.
            if !answer.is_closed() {
                let _ = answer.send(work());
            }
        });
        let mut waiting = self.0.lock();
        if waiting.is_closed {
            return Err(NotRead::Failed);
        }
        if !waiting.jobs.push(company, job) {
            return Err(NotRead::TooMany);
        }
        drop(waiting);
        self.0.changed.notify_one();
        Ok(answered)
    }
}

impl Drop for Readers {
    fn drop(&mut self) {
        self.0.lock().is_closed = true;
        self.0.changed.notify_all();
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works off jobs until there will be no more.
    fn work(&self) {
        while let Some(job) = self.next() {
            // Its caller sees that there is no answer.
            let _ = catch_unwind(AssertUnwindSafe(job));
        }
    }

    fn next(&self) -> Option<Job> {
        let mut waiting = self.lock();
        loop {
            if let Some(job) = waiting.jobs.pop() {
                return Some(job);
            }
            if waiting.is_closed {
                return None;
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl std::fmt::Debug for Queue {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Queue").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
