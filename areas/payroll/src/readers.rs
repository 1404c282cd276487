//! Threads of their own that take requests apart.
//!
//! A statement of 10,000 transfers takes a while to be read and several times its body for a moment, and an allocator
//! keeps some of what was freed for the thread that had it. So few threads read, one for two cores: what else is sent
//! waits as bytes, and companies take turns, so that nobody waits for all that another has sent. Files of people are
//! read on threads apart from those of the API. A wait for a thread has an end; what a thread has begun is bounded by
//! the limits of the parsers, and is not broken off.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use kernel::Cnum;
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::turns::{TurnLimits, Turns};

/// The most threads: what several cores take apart is stored by one database.
const THREADS_MAX: usize = 4;

struct Job {
    number: u64,
    work: Box<dyn FnOnce() + Send>,
}

/// The threads; they end with this value.
#[derive(Debug)]
pub(crate) struct Readers {
    queue: Arc<Queue>,
    wait_max: Duration,
}

struct Queue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

struct Waiting {
    jobs: Turns<Job>,
    /// The jobs that were ever queued.
    count: u64,
    /// Nobody works off what is queued any more.
    is_closed: bool,
}

/// Error of a request that was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotRead {
    /// Too many wait, or no thread was free in time.
    TooMany,
    /// The work panicked, or there is no thread.
    Failed,
}

/// A caller whose work is queued. The work leaves the queue with it.
struct Caller<T> {
    queue: Arc<Queue>,
    number: u64,
    begun: oneshot::Receiver<()>,
    answer: oneshot::Receiver<T>,
}

pub(crate) fn threads_of_cores() -> usize {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    (cores / 2).clamp(1, THREADS_MAX)
}

impl Readers {
    /// Starts so many threads with this name. Where none is asked for, nothing is ever read.
    pub(crate) fn start(name: &str, threads: usize, waiting: TurnLimits, wait_max: Duration) -> Self {
        let waiting = Waiting { jobs: Turns::new(waiting), count: 0, is_closed: false };
        let queue = Arc::new(Queue { waiting: Mutex::new(waiting), changed: Condvar::new() });
        let mut started = 0;
        for _ in 0..threads {
            let own = Arc::clone(&queue);
            match thread::Builder::new().name(name.to_owned()).spawn(move || own.work()) {
                Ok(_) => started += 1,
                Err(error) => tracing::error!("a thread {name} cannot be started: {error}"),
            }
        }
        queue.lock().is_closed = started == 0 && threads > 0;
        Self { queue, wait_max }
    }

    /// Does the work on one of the threads when it is the turn of the company.
    ///
    /// # Errors
    /// The work was not begun in time, or not done to its end.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        company: &Cnum,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotRead> {
        let mut caller = self.queue(company, work)?;
        match timeout(self.wait_max, &mut caller.begun).await {
            Ok(_) => (&mut caller.answer).await.map_err(|_| NotRead::Failed),
            Err(_) => Err(NotRead::TooMany),
        }
    }

    fn queue<T: Send + 'static>(
        &self,
        company: &Cnum,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Caller<T>, NotRead> {
        let ((begins, begun), (answers, answer)) = (oneshot::channel(), oneshot::channel());
        let work = Box::new(move || {
            // A caller that went away at this moment needs no answer.
            if begins.send(()).is_ok() {
                let _ = answers.send(work());
            }
        });
        let mut waiting = self.queue.lock();
        if waiting.is_closed {
            return Err(NotRead::Failed);
        }
        let number = waiting.count;
        waiting.count += 1;
        if !waiting.jobs.push(company, Job { number, work }) {
            return Err(NotRead::TooMany);
        }
        drop(waiting);
        self.queue.changed.notify_one();
        Ok(Caller { queue: Arc::clone(&self.queue), number, begun, answer })
    }
}

impl<T> Drop for Caller<T> {
    fn drop(&mut self) {
        self.queue.lock().jobs.retain(|job| job.number != self.number);
    }
}

impl Drop for Readers {
    fn drop(&mut self) {
        self.queue.lock().is_closed = true;
        self.queue.changed.notify_all();
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
            let _ = catch_unwind(AssertUnwindSafe(job.work));
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

kernel::debug_shows!(Queue { .. });

#[cfg(test)]
mod tests;
