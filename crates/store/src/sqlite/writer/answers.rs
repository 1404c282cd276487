//! Answers that are on their way from the writer to the callers.

use std::time::{Duration, Instant};

use crate::sync::Arc;
use crate::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use crate::sync::thread::{self, Thread};

/// The answers of one commit, counted until their callers have taken them.
///
/// A caller that has not taken its answer yet waits for a processor, not for the disk: the next commit would serve it
/// no sooner, and every unit that is queued meanwhile spares a commit of its own. So the writer lets the answers of
/// one commit be taken before it begins the next. Where processors are free that is a matter of microseconds.
#[derive(Clone, Debug)]
pub(super) struct Answers(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    untaken: AtomicUsize,
    is_awaited: AtomicBool,
    writer: Thread,
}

/// Goes along with an answer; dropped when the caller has it, or has given up.
#[derive(Debug)]
pub(super) struct OnItsWay(Answers);

impl Answers {
    /// Starts the count for the next commit of the calling thread.
    pub(super) fn of_this_thread() -> Self {
        let (untaken, is_awaited) = (AtomicUsize::new(0), AtomicBool::new(false));
        Self(Arc::new(Shared { untaken, is_awaited, writer: thread::current() }))
    }

    pub(super) fn sent(&self) -> OnItsWay {
        self.0.untaken.fetch_add(1, Ordering::SeqCst);
        OnItsWay(self.clone())
    }

    /// Waits, on the thread that counts them, until all have been taken, but no longer than `wait_max`: a caller may
    /// be busy with something else, and a unit of work must not wait for a stranger's leisure.
    pub(super) fn taken(&self, wait_max: Duration) {
        let started = Instant::now();
        // In this order, and the other one where an answer is taken: one of the two sees the other.
        self.0.is_awaited.store(true, Ordering::SeqCst);
        while self.0.untaken.load(Ordering::SeqCst) > 0 {
            let Some(rest) = wait_max.checked_sub(started.elapsed()) else { break };
            thread::park_timeout(rest);
        }
        self.0.is_awaited.store(false, Ordering::SeqCst);
    }
}

impl Drop for OnItsWay {
    fn drop(&mut self) {
        let shared = &self.0.0;
        let is_last = shared.untaken.fetch_sub(1, Ordering::SeqCst) == 1;
        if is_last && shared.is_awaited.load(Ordering::SeqCst) {
            shared.writer.unpark();
        }
    }
}

#[cfg(test)]
mod tests;
