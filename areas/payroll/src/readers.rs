//! Threads of their own that take requests apart.
//!
//! A statement of 10,000 transfers takes a while to be read and several times its body for a moment, and an allocator
//! keeps some of what was freed for the thread that had it. So few threads read, one for two cores: what else is sent
//! waits as bytes, and companies take turns, so that nobody waits for all that another has sent. Files of people are
//! read on threads apart from those of the API. A wait for a thread has an end; what a thread has begun is bounded by
//! the limits of the parsers, and is not broken off.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use kernel::Cnum;
use tokio::sync::oneshot;

use crate::room::Room;
use crate::turns::TurnLimits;

/// The most threads: what several cores take apart is stored by one database.
const THREADS_MAX: usize = 4;

type Job = Box<dyn FnOnce() + Send>;

/// The threads; they end with this value.
#[derive(Debug)]
pub(crate) struct Readers {
    /// Has as much room as there are threads, of which a request takes one.
    free: Room,
    jobs: mpsc::Sender<Job>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotRead {
    /// Too many wait, or no thread was free in time.
    TooMany,
    /// The work panicked, or there is no thread.
    Failed,
}

pub(crate) fn threads_of_cores() -> usize {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    (cores / 2).clamp(1, THREADS_MAX)
}

impl Readers {
    /// Starts so many threads with this name. Where none is asked for, nothing is ever read.
    pub(crate) fn start(name: &str, threads: usize, waiting: TurnLimits, wait_max: Duration) -> Self {
        let (jobs, queued) = mpsc::channel();
        let queued = Arc::new(Mutex::new(queued));
        let mut started = 0;
        for _ in 0..threads {
            let own = Arc::clone(&queued);
            match thread::Builder::new().name(name.to_owned()).spawn(move || work_off(&own)) {
                Ok(_) => started += 1,
                Err(error) => tracing::error!("a thread {name} cannot be started: {error}"),
            }
        }
        // Where none could be started, there is room for being told so at once.
        let places = if threads == 0 { 0 } else { started.max(1) };
        Self { free: Room::new(places, wait_max, waiting), jobs }
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
        let place = self.free.take(company, 0).await.ok_or(NotRead::TooMany)?;
        let (answers, answer) = oneshot::channel();
        let job = move || {
            // A caller that went away at this moment needs no answer.
            if !answers.is_closed() {
                let _ = answers.send(work());
            }
            drop(place);
        };
        self.jobs.send(Box::new(job)).map_err(|_| NotRead::Failed)?;
        answer.await.map_err(|_| NotRead::Failed)
    }
}

/// Works off jobs until there will be no more.
fn work_off(queued: &Mutex<mpsc::Receiver<Job>>) {
    loop {
        // Others wait at the lock for the job after this one.
        let next = queued.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = next else { return };
        // Its caller sees that there is no answer.
        let _ = catch_unwind(AssertUnwindSafe(job));
    }
}

#[cfg(test)]
mod tests;
