//! The workers of one process.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kernel::{Clock, Randomness};
use spans::Begun;
use store::{Result, Store};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::alone::{Alone, StillAtWork, Turn, Turns};
use crate::handler::AnyHandler;
use crate::metric::Outcome;
use crate::settle::{Attempt, release, settle};
use crate::take::{LEASED_AT_ONCE_MAX, Taken, Taking, quarantine_reason};
use crate::{DEATHS_MAX, Handler, JobError, JobKind, Lease, Next, Wake, Worker, job, metric};

/// The most looks of [`Runner::drain`] for due jobs: a job that keeps itself due must not hold it for ever.
const DRAIN_LOOKS_MAX: usize = 10_000;
/// The most tries of a running process to settle an attempt while the database cannot write.
const SETTLE_TRIES_MAX: u32 = 1_000;
/// The wait between two of them doubles from the poll to this.
const SETTLE_PAUSE_MAX: Duration = Duration::from_secs(30);
/// The longest wait for the release of leases at the end of a process.
const RELEASE_WAIT_MAX: Duration = Duration::from_secs(1);
/// Time between two countings of the jobs that were given up.
const GIVEN_UP_PAUSE: Duration = Duration::from_secs(30);

/// The settings of a process that works at jobs.
#[derive(Clone, Debug)]
pub struct RunnerSettings {
    /// The time for which a job belongs to a worker without a sign of life.
    pub lease: Duration,
    /// Time between two looks at the table, for jobs that other processes enqueued or left behind, and for scheduled
    /// ones.
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

/// Leases the jobs that are due and hands them to their handlers. A clone is the same runner.
#[derive(Clone)]
pub struct Runner {
    shared: Shared,
    workers: Vec<Worker>,
}

#[derive(Clone)]
struct Shared {
    store: Store,
    clock: Arc<dyn Clock>,
    randomness: Arc<dyn Randomness>,
    wake: Wake,
    settings: RunnerSettings,
    turns: Turns,
    /// The leases that this process works at or has not settled yet, by token.
    at_work: Arc<Mutex<BTreeMap<i64, Lease>>>,
}

/// A lease that this process has, until it is dropped.
struct Held {
    lease: Lease,
    at_work: Arc<Mutex<BTreeMap<i64, Lease>>>,
    /// Given back after the lease.
    _turn: Option<Turn>,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.at_work.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.lease.token());
    }
}

impl fmt::Debug for Runner {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds: Vec<JobKind> = self.kinds().collect();
        formatter.debug_struct("Runner").field("kinds", &kinds).finish_non_exhaustive()
    }
}

impl Runner {
    pub fn new(
        store: Store,
        clock: Arc<dyn Clock>,
        randomness: Arc<dyn Randomness>,
        wake: Wake,
        settings: RunnerSettings,
    ) -> Self {
        let (turns, at_work) = (Turns::default(), Arc::default());
        let shared = Shared { store, clock, randomness, wake, settings, turns, at_work };
        Self { shared, workers: Vec::new() }
    }

    /// Adds a kind, of which up to `at_once` jobs (1 at least) are worked at at once in this process.
    pub fn with(self, kind: JobKind, at_once: usize, handler: impl Handler) -> Self {
        self.with_workers(vec![Worker::new(kind, at_once, handler)])
    }

    pub fn with_workers(mut self, workers: Vec<Worker>) -> Self {
        self.workers.extend(workers);
        self
    }

    pub fn kinds(&self) -> impl Iterator<Item = JobKind> {
        self.workers.iter().map(Worker::kind)
    }

    /// Works until `stop` turns true (or its sender is gone), and then waits for the jobs at work for
    /// [`RunnerSettings::stop_wait`] at most.
    pub async fn run(self, stop: watch::Receiver<bool>) {
        let mut loops = JoinSet::new();
        let kinds = self.kinds().collect();
        loops.spawn(self.shared.clone().count_given_up(kinds, stop.clone()));
        for worker in self.workers {
            loops.spawn(self.shared.clone().work(worker, stop.clone()));
        }
        while loops.join_next().await.is_some() {}
    }

    /// Waits until the workers of this process are at nothing, and keeps them from everything until the guard is
    /// dropped: for whoever drains, and has to know that nobody else is in the middle of something.
    pub async fn alone(&self) -> Result<Alone, StillAtWork> {
        self.shared.turns.alone().await
    }

    /// Works off the due jobs, kind after kind, until none is left: for tests and commands, without timers. Returns
    /// the number of attempts.
    pub async fn drain(&self) -> Result<usize> {
        self.drain_by(usize::MAX).await
    }

    /// Does the same with one job at a time, so that the same jobs draw the same randomness in the same order.
    pub async fn drain_in_turn(&self) -> Result<usize> {
        self.drain_by(1).await
    }

    async fn drain_by(&self, at_once_max: usize) -> Result<usize> {
        let mut attempts = 0;
        for _ in 0..DRAIN_LOOKS_MAX {
            let mut found = 0;
            for worker in &self.workers {
                let Taken { leases, put_off, .. } =
                    self.shared.take(worker, worker.at_once.min(at_once_max)).await?;
                found += leases.len() + put_off;
                attempts += leases.len();
                let mut at_work = JoinSet::new();
                for lease in leases {
                    let held = self.shared.held(lease, None);
                    at_work.spawn(self.shared.clone().attempt(worker.clone(), held, 1));
                }
                at_work.join_all().await;
            }
            if found == 0 {
                break;
            }
        }
        Ok(attempts)
    }
}

impl Shared {
    async fn work(self, worker: Worker, mut stop: watch::Receiver<bool>) {
        let (mut at_work, wake) = (JoinSet::new(), self.wake.of(worker.kind));
        // An outage is told when it begins and when it ends, not at each look.
        let mut is_cut_off = false;
        while !*stop.borrow() {
            let free = worker.at_once - at_work.len();
            let mut is_full = free == 0;
            if free > 0 {
                let turn = tokio::select! {
                    turn = self.turns.one() => turn,
                    ended = stop.changed() => if ended.is_err() { break } else { continue },
                };
                let taken = self.take(&worker, free).await;
                let (was_cut_off, kind) = (is_cut_off, worker.kind.name());
                is_cut_off = taken.is_err();
                match taken {
                    Ok(Taken { leases, put_off, missed }) => {
                        if was_cut_off {
                            tracing::info!("jobs {kind} are leased again");
                        }
                        // As many as were asked for: there may be more after them, and after those that other
                        // processes were faster at.
                        let wanted = free.min(LEASED_AT_ONCE_MAX);
                        let is_again = leases.len() + put_off + missed == wanted && leases.len() < free;
                        for lease in leases {
                            let held = self.held(lease, Some(turn.clone()));
                            at_work.spawn(self.clone().attempt(worker.clone(), held, SETTLE_TRIES_MAX));
                        }
                        is_full = at_work.len() == worker.at_once;
                        if is_again {
                            continue;
                        }
                    }
                    Err(_) if was_cut_off => {}
                    Err(error) => tracing::error!("jobs {kind} cannot be leased: {error}"),
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
            tracing::warn!("jobs {} are left to go on elsewhere", worker.kind.name());
            let left = self.at_work(worker.kind);
            at_work.shutdown().await;
            self.give_back(left).await;
        }
    }

    /// Releases leases, so that other processes go on at once. Units of the old leases that are still on their way
    /// change nothing any more.
    async fn give_back(&self, leases: Vec<Lease>) {
        let released = timeout(RELEASE_WAIT_MAX, release(&self.store, leases)).await;
        if !matches!(released, Ok(Ok(()))) {
            tracing::warn!("leases could not be given back and end by themselves");
        }
    }

    async fn take(&self, worker: &Worker, count: usize) -> Result<Taken> {
        if let Some(look) = &worker.look {
            look().await?;
        }
        let at_work = self.at_work.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let (kind, now, duration) = (worker.kind, self.clock.now(), self.settings.lease);
        let taking = Taking { kind, now, duration, count, at_work, randomness: &*self.randomness };
        taking.take(&self.store).await
    }

    /// Remembers that this process has the lease.
    fn held(&self, lease: Lease, turn: Option<Turn>) -> Held {
        let at_work = Arc::clone(&self.at_work);
        at_work.lock().unwrap_or_else(PoisonError::into_inner).insert(lease.token(), lease.clone());
        Held { lease, at_work, _turn: turn }
    }

    fn at_work(&self, kind: JobKind) -> Vec<Lease> {
        let at_work = self.at_work.lock().unwrap_or_else(PoisonError::into_inner);
        at_work.values().filter(|lease| lease.kind() == kind).cloned().collect()
    }

    /// One attempt with all that comes after it. The handler runs in a task of its own, so that a panic of it ends the
    /// attempt only.
    async fn attempt(self, worker: Worker, held: Held, settle_tries: u32) {
        let lease = &held.lease;
        metric::begun(lease, self.clock.now());
        let began = tokio::time::Instant::now();
        let span = Begun::below(lease.trace);
        // A trace that is not told is not told of what comes of the job either.
        let step = span.as_ref().map(Begun::context).or_else(|| lease.trace.filter(|_| spans::is_on()));
        let settled = spans::scope(step, async {
            let attempt = if lease.deaths < DEATHS_MAX {
                Attempt::Ran(run(&worker.handler, lease.clone()).await)
            } else {
                Attempt::Quarantined(quarantine_reason(lease.deaths))
            };
            self.settled(&worker.handler, lease, attempt, settle_tries).await
        });
        let settled = settled.await;
        if let Err(error) = &settled {
            let (kind, key) = (lease.kind().name(), lease.key());
            // The lease ends by itself, and the job is tried again then.
            tracing::error!(job.kind = kind, job.key = key, "job {kind} {key} cannot be settled: {error}");
        }
        let (kind, took) = (lease.kind().name(), began.elapsed());
        let took_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        let outcome = settled.as_ref().map_or("unsettled", |outcome| outcome.as_str());
        tracing::info!(
            job.kind = kind,
            job.key = lease.key(),
            job.outcome = outcome,
            job.took_ms = took_ms,
            "job {kind} ended after {took_ms} ms: {outcome}"
        );
        if let Some(span) = span {
            let is_failed = !settled.as_ref().is_ok_and(|outcome| outcome.is_good());
            span.end(
                spans::Kind::Consumer,
                kind,
                is_failed,
                vec![("clientbank.job.outcome", outcome.into())],
            );
        }
        metric::ended(worker.kind, settled.ok(), took);
    }

    /// Settles the attempt as soon as the database can write. Until then the lease counts as that of a living
    /// process, because an outage of the store is no failure of the job.
    async fn settled(
        &self,
        handler: &AnyHandler,
        lease: &Lease,
        attempt: Attempt,
        tries: u32,
    ) -> Result<Outcome> {
        let mut pause = self.settings.poll;
        for _ in 1..tries {
            match settle(&self.store, handler, lease, attempt.clone(), self.clock.now()).await {
                Err(error) if error.is_outage() => {
                    let (kind, key) = (lease.kind().name(), lease.key());
                    tracing::warn!(
                        job.kind = kind,
                        job.key = key,
                        "job {kind} {key} is not settled yet: {error}"
                    );
                }
                settled => return settled,
            }
            sleep(pause).await;
            pause = pause.saturating_mul(2).min(SETTLE_PAUSE_MAX);
        }
        settle(&self.store, handler, lease, attempt, self.clock.now()).await
    }

    async fn count_given_up(self, kinds: Vec<JobKind>, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            match job::given_up_counts(&self.store).await {
                Ok(counts) => metric::given_up(&kinds, &counts),
                Err(error) => tracing::warn!("jobs that were given up cannot be counted: {error}"),
            }
            tokio::select! {
                ended = stop.changed() => if ended.is_err() { break },
                () = sleep(GIVEN_UP_PAUSE) => {}
            }
        }
    }
}

async fn run(handler: &AnyHandler, lease: Lease) -> Result<Next, JobError> {
    let handler = Arc::clone(handler);
    // The set aborts the handler when this attempt is abandoned.
    let mut task = JoinSet::new();
    task.spawn(spans::scope(spans::current(), async move { handler.run(lease).await }));
    match task.join_next().await {
        Some(Ok(result)) => result,
        Some(Err(error)) => Err(JobError::Failed(format!("the worker panicked: {error}"))),
        None => Err(JobError::Lost),
    }
}
