//! Threads of their own that take requests apart.
//!
//! A statement of 10,000 transfers takes a while to be read and several times its body for a moment, and an allocator keeps some
//! of what was freed for the thread that had it. So few threads read, one for two cores: what else is sent waits as bytes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tokio::sync::oneshot;

/// The most threads: what several cores take apart is stored by one database.
const THREADS_MAX: usize = 4;

type Job = Box<dyn FnOnce() + Send>;

/// The threads; they end with this value.
#[derive(Debug)]
pub(crate) struct Readers {
    /// As long as there is room for statements ([`crate::IntakeLimits::statements_mib_max`]): who queues has taken a place.
    queue: Sender<Job>,
}

impl Readers {
    /// One thread for two cores.
    pub(crate) fn start() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let (queue, jobs) = channel();
        let jobs = Arc::new(Mutex::new(jobs));
        for _ in 0..(cores / 2).clamp(1, THREADS_MAX) {
            let jobs = Arc::clone(&jobs);
            let started = thread::Builder::new().name("payroll-reader".to_owned()).spawn(move || work(&jobs));
            if let Err(error) = started {
                tracing::error!("a thread that reads statements cannot be started: {error}");
            }
        }
        Self { queue }
    }

    /// Does the work on one of the threads; `None` when it panicked or there is no thread.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move || {
            // Who does not wait any more needs no answer.
            let _ = answer.send(work());
        });
        self.queue.send(job).ok()?;
        answered.await.ok()
    }
}

fn work(jobs: &Mutex<Receiver<Job>>) {
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        // Its caller sees that there is no answer.
        let _ = catch_unwind(AssertUnwindSafe(job));
    }
}

#[cfg(test)]
mod tests;
