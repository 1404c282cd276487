//! The workers of one process.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use kernel::{Clock, Instant, Randomness};
use store::{Store, StoreError, Tx};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::settle::settle;
use crate::{Handler, JobError, JobKind, Lease, Next, Wake, lease, metric};

/// Times that [`Runner::drain`] looks for due jobs: a job that keeps itself due must not hold it for ever.
const DRAIN_LOOKS_MAX: usize = 10_000;

/// How a process works at jobs.
#[derive(Clone, Debug)]
pub struct RunnerSettings {
    /// How long a job belongs to a worker that gives no sign of life.
    pub lease: Duration,
    /// Time between two looks at the table for what other processes have enqueued or left behind, and for what was
    /// scheduled for now.
    pub poll: Duration,
    /// The longest wait for the jobs at work when the process is told to stop. Those that last longer go on elsewhere.
    pub stop_wait: Duration,
}

impl Default for RunnerSettings {
    fn default() -> Self {
        Self {
            lease: Duration::from_secs(30),
            poll: Duration::from_millis(500),
            stop_wait: Duration::from_secs(10),
        }
    }
}

/// Leases the jobs that are due and hands them to their handlers.
pub struct Runner {
    shared: Shared,
    kinds: Vec<Kind>,
}

#[derive(Clone)]
struct Shared {
    store: Store,
    clock: Arc<dyn Clock>,
    randomness: Arc<dyn Randomness>,
    wake: Wake,
    settings: RunnerSettings,
}

#[derive(Clone)]
struct Kind {
    name: JobKind,
    workers: usize,
    handler: AnyHandler,
}

/// A handler, whatever its type.
pub(crate) type AnyHandler = Arc<dyn ErasedHandler>;

type Attempt<'a> = Pin<Box<dyn Future<Output = Result<Next, JobError>> + Send + 'a>>;

pub(crate) trait ErasedHandler: Send + Sync {
    fn run(&self, lease: Lease) -> Attempt<'_>;
    fn give_up(&self, tx: &mut Tx, key: &str, reason: &str, now: Instant) -> Result<(), StoreError>;
}

impl<H: Handler> ErasedHandler for H {
    fn run(&self, lease: Lease) -> Attempt<'_> {
        Box::pin(Handler::run(self, lease))
    }

    fn give_up(&self, tx: &mut Tx, key: &str, reason: &str, now: Instant) -> Result<(), StoreError> {
        Handler::give_up(self, tx, key, reason, now)
    }
}

impl Runner {
    /// A runner without kinds yet.
    #[must_use]
    pub fn new(
        store: Store,
        clock: Arc<dyn Clock>,
        randomness: Arc<dyn Randomness>,
        wake: Wake,
        settings: RunnerSettings,
    ) -> Self {
        Self { shared: Shared { store, clock, randomness, wake, settings }, kinds: Vec::new() }
    }

    /// Adds a kind, of which up to `workers` jobs (1 at least) are worked at at once in this process.
    #[must_use]
    pub fn with(mut self, kind: JobKind, workers: usize, handler: impl Handler) -> Self {
        self.kinds.push(Kind { name: kind, workers: workers.max(1), handler: Arc::new(handler) });
        self
    }

    /// Works until `stop` turns true (or its sender is gone), and then waits for the jobs at work for
    /// [`RunnerSettings::stop_wait`] at most.
    pub async fn run(self, stop: watch::Receiver<bool>) {
        let mut loops = JoinSet::new();
        for kind in self.kinds {
            loops.spawn(self.shared.clone().work(kind, stop.clone()));
        }
        while loops.join_next().await.is_some() {}
    }

    /// Works off what is due by the clock, kind after kind, until nothing is: for tests and commands, without timers.
    /// Returns how many attempts were made.
    ///
    /// # Errors
    /// The database's.
    pub async fn drain(&self) -> Result<usize, StoreError> {
        let mut attempts = 0;
        for _ in 0..DRAIN_LOOKS_MAX {
            let mut found = 0;
            for kind in &self.kinds {
                let leases = self.shared.take(kind, kind.workers).await?;
                found += leases.len();
                let mut at_work = JoinSet::new();
                for lease in leases {
                    at_work.spawn(self.shared.clone().attempt(kind.clone(), lease));
                }
                at_work.join_all().await;
            }
            if found == 0 {
                break;
            }
            attempts += found;
        }
        Ok(attempts)
    }
}

impl Shared {
    async fn work(self, kind: Kind, mut stop: watch::Receiver<bool>) {
        let (mut at_work, wake) = (JoinSet::new(), self.wake.of(kind.name));
        while !*stop.borrow() {
            let free = kind.workers - at_work.len();
            let mut is_full = free == 0;
            if free > 0 {
                match self.take(&kind, free).await {
                    Ok(leases) => {
                        // As many as were asked for: there may be more behind them.
                        let wanted = free.min(lease::LEASED_AT_ONCE_MAX);
                        let is_again = leases.len() == wanted && leases.len() < free;
                        for lease in leases {
                            at_work.spawn(self.clone().attempt(kind.clone(), lease));
                        }
                        is_full = at_work.len() == kind.workers;
                        if is_again {
                            continue;
                        }
                    }
                    Err(error) => tracing::error!("jobs {} cannot be leased: {error}", kind.name.name()),
                }
            }
            tokio::select! {
                ended = stop.changed() => if ended.is_err() { break },
                Some(_) = at_work.join_next() => {}
                () = wake.notified(), if !is_full => {}
                () = sleep(self.settings.poll), if !is_full => {}
            }
            while at_work.try_join_next().is_some() {}
        }
        let rest = async { while at_work.join_next().await.is_some() {} };
        if timeout(self.settings.stop_wait, rest).await.is_err() {
            tracing::warn!("jobs {} are left to go on elsewhere", kind.name.name());
        }
    }

    async fn take(&self, kind: &Kind, count: usize) -> Result<Vec<Lease>, StoreError> {
        let duration_us = i64::try_from(self.settings.lease.as_micros()).unwrap_or(i64::MAX);
        lease::take(&self.store, kind.name, self.clock.now(), duration_us, count, &*self.randomness).await
    }

    /// One attempt with all that comes after it. It runs in a task of its own, so that a panic of the handler ends the
    /// attempt only.
    async fn attempt(self, kind: Kind, lease: Lease) {
        metric::begun(&lease, self.clock.now());
        let began = tokio::time::Instant::now();
        let (handler, own) = (Arc::clone(&kind.handler), lease.clone());
        // The set aborts the handler when this attempt is abandoned.
        let mut task = JoinSet::new();
        task.spawn(async move { handler.run(own).await });
        let result = match task.join_next().await {
            Some(Ok(result)) => result,
            Some(Err(error)) => Err(JobError::Failed(format!("the worker panicked: {error}"))),
            None => Err(JobError::Lost),
        };
        let settled = settle(&self.store, &kind.handler, &lease, result, self.clock.now()).await;
        if let Err(error) = &settled {
            let (kind, key) = (lease.kind().name(), lease.key());
            // The lease ends by itself, and the job is tried again then.
            tracing::error!(job.kind = kind, job.key = key, "job {kind} {key} cannot be settled: {error}");
        }
        metric::ended(kind.name, settled.ok(), began.elapsed());
    }
}
