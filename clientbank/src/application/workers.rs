//! Work beside the requests: looking for revocations and new keys, removing what has expired, closing days, folding
//! measurements, and the jobs of the areas.
//!
//! A worker never ends the process. What it cannot do is logged and tried again; that revocations are not known turns
//! readiness false and makes the verifier refuse tokens, so that a hanging database cannot keep a revoked login alive.

use std::sync::Arc;
use std::time::Duration;

use accounts::ledger::ProofScope;
use bank::work::systems;
use edge::Verifier;
use idempotency::Idempotency;
use identity::IdentityState;
use jobs::{JobKind, Runner};
use kernel::{BankZone, Clock, Instant, Randomness};
use store::{Result, Store};
use tokio::sync::{Mutex, watch};
use tokio::task::JoinHandle;
use webhooks::Dispatcher;

use super::feed_worker::{FeedLook, FeedWorker};
use super::health::Readiness;
use super::measures::age_s;
use super::trail_worker::TrailWorker;
use super::watches::Seen;
use super::work_off::work_off;
use super::{BuildError, feed_worker, measures};
use super::{CommonClock, Surroundings};
use crate::configuration::Configuration;
use crate::stop::{stopped, ticks};
use crate::telemetry::{self, float};

/// Time between two looks whether a day has to be closed. Another process that closed it first leaves nothing to do.
const CLOSING_PAUSE: Duration = Duration::from_mins(1);
/// The wait before payments that are stuck are counted again.
const COUNTING_PAUSE: Duration = Duration::from_secs(30);
/// Time between two foldings of single measurements into histograms. Until then each takes memory, scraped or not.
const FOLDING_PAUSE: Duration = Duration::from_secs(5);
/// Time between two tallies of the trail.
const TALLY_PAUSE: Duration = Duration::from_secs(10);

/// The workers of one process, not started yet.
pub struct Workers {
    feed: FeedLook,
    prune: PruneWorker,
    closing: ClosingWorker,
    randomness: Arc<dyn Randomness>,
    common_clock: Option<Arc<CommonClock>>,
    dispatcher: Dispatcher,
    jobs: Runner,
    trail: TrailWorker,
}

/// The workers of one process, at work.
#[derive(Debug)]
pub struct Started(Vec<JoinHandle<()>>);

struct PruneWorker {
    identity: IdentityState,
    dispatcher: Dispatcher,
    idempotency: Idempotency,
    pause: Duration,
}

struct ClosingWorker {
    store: Store,
    clock: Arc<dyn Clock>,
    zone: BankZone,
}

impl Workers {
    /// Reads the feed once, so that the first request finds keys and revocations.
    pub(super) async fn new(
        configuration: &Configuration,
        surroundings: &Surroundings,
        (identity, dispatcher, idempotency): (&IdentityState, Dispatcher, Idempotency),
        verifier: Arc<Verifier>,
        (readiness, gate): (Readiness, Arc<Seen>),
        jobs: Runner,
    ) -> Result<Self, BuildError> {
        let mut feed = FeedWorker::new(configuration, surroundings, identity, verifier, (readiness, gate));
        feed.look().await?;
        Ok(Self {
            feed: Arc::new(Mutex::new(feed)),
            prune: PruneWorker {
                identity: identity.clone(),
                dispatcher: dispatcher.clone(),
                idempotency,
                pause: configuration.prune_interval,
            },
            dispatcher,
            common_clock: surroundings.common_clock.clone(),
            randomness: Arc::clone(&surroundings.randomness),
            closing: ClosingWorker {
                store: surroundings.store.clone(),
                clock: Arc::clone(&surroundings.clock),
                zone: configuration.bank.zone.clone(),
            },
            jobs,
            trail: TrailWorker::new(configuration, &surroundings.store, &surroundings.clock)?,
        })
    }

    /// Looks at the feed once, as the worker does by itself: for tests, whose clock stands still.
    pub async fn look_at_feed(&mut self) -> Result<(), BuildError> {
        self.feed.lock().await.look().await
    }

    /// Makes the hand that moves the clock of a sandbox, with these workers following it.
    #[cfg(feature = "demo")]
    pub(super) fn clockwork(&self, sandbox: sandbox::Sandbox) -> super::Clockwork {
        super::Clockwork::new(
            sandbox,
            super::clockwork::Followers {
                feed: Arc::clone(&self.feed),
                jobs: self.jobs.clone(),
                dispatcher: self.dispatcher.clone(),
                identity: self.prune.identity.clone(),
                idempotency: self.prune.idempotency.clone(),
                store: self.closing.store.clone(),
                zone: self.closing.zone.clone(),
            },
        )
    }

    /// Works off every job that is due, as the workers do by themselves: for tests, whose clock stands still. Returns
    /// how many attempts were made.
    pub async fn work_off_jobs(&self) -> Result<usize, BuildError> {
        Ok(work_off(&self.jobs, &self.dispatcher, false).await?)
    }

    /// Returns those that do the jobs and number the events, for tests that take one step after the other.
    pub fn hands(&self) -> (Runner, Dispatcher) {
        (self.jobs.clone(), self.dispatcher.clone())
    }

    pub fn job_kinds(&self) -> impl Iterator<Item = JobKind> {
        self.jobs.kinds()
    }

    /// Starts the workers; they stop when `stop` says so.
    pub(crate) fn start(self, stop: &watch::Receiver<bool>) -> Started {
        let (store, clock) = (self.closing.store.clone(), Arc::clone(&self.closing.clock));
        let trail = tally_trail(store.clone(), Arc::clone(&clock));
        let stuck = count_stuck(store.clone(), clock, self.randomness);
        let compared = self.common_clock.map(|clock| tokio::spawn(until(stop.clone(), clock.run(store))));
        let mut started = vec![
            tokio::spawn(until(stop.clone(), trail)),
            tokio::spawn(until(stop.clone(), self.trail.run())),
            tokio::spawn(until(stop.clone(), feed_worker::run(self.feed))),
            tokio::spawn(until(stop.clone(), self.prune.run())),
            tokio::spawn(until(stop.clone(), stuck)),
            tokio::spawn(until(stop.clone(), self.closing.run())),
            tokio::spawn(until(stop.clone(), async move { self.dispatcher.run().await })),
            tokio::spawn(until(stop.clone(), fold_measurements())),
            tokio::spawn(self.jobs.run(stop.clone())),
        ];
        started.extend(compared);
        Started(started)
    }
}

impl Started {
    pub(crate) async fn finished(self) {
        for worker in self.0 {
            if let Err(error) = worker.await {
                tracing::error!("a worker failed: {error}");
            }
        }
    }
}

async fn until(stop: watch::Receiver<bool>, work: impl Future<Output = ()>) {
    tokio::select! {
        () = stopped(stop) => {}
        () = work => {}
    }
}

impl PruneWorker {
    async fn run(self) {
        let mut ticks = ticks(self.pause);
        loop {
            ticks.tick().await;
            if let Err(error) = self.identity.tidy_up().await {
                tracing::error!("what has expired cannot be removed: {error}");
            }
            if let Err(error) = company::tidy_up(&self.identity).await {
                tracing::error!("old invitations cannot be removed: {error}");
            }
            if let Err(error) = self.dispatcher.tidy_up().await {
                tracing::error!("events that are too old cannot be removed: {error}");
            }
            if let Err(error) = self.idempotency.tidy_up().await {
                tracing::error!("answers that were kept long enough cannot be removed: {error}");
            }
        }
    }
}

/// Counts the payments that wait for the rail or for their owner.
async fn count_stuck(store: Store, clock: Arc<dyn Clock>, randomness: Arc<dyn Randomness>) {
    let mut ticks = ticks(COUNTING_PAUSE);
    loop {
        ticks.tick().await;
        if let Err(error) = orders::tell_overdue(&store, clock.now(), &randomness).await {
            tracing::warn!("orders past their deadline cannot be told of: {error:?}");
        }
        measures::measure(&store, clock.now()).await;
    }
}

async fn fold_measurements() {
    let metrics = telemetry::start_metrics();
    let mut ticks = ticks(FOLDING_PAUSE);
    loop {
        ticks.tick().await;
        metrics.run_upkeep();
    }
}

async fn tally_trail(store: Store, clock: Arc<dyn Clock>) {
    let mut ticks = ticks(TALLY_PAUSE);
    loop {
        ticks.tick().await;
        if let Err(error) = audit::tally(&store, clock.now()).await {
            tracing::warn!("the entries of the trail cannot be counted, which is tried again: {error:?}");
        }
    }
}

/// Shows when the last proof of each scope began; of one that never was, 1970, so that the alarm tells of it.
fn show_proofs(proofs: &[(ProofScope, Instant)]) {
    for scope in ProofScope::ALL {
        let began = proofs.iter().find(|(of, _)| *of == scope).map_or(0, |(_, began)| began.unix_seconds());
        let seconds = u32::try_from(began).unwrap_or(u32::MAX);
        let gauge = metrics::gauge!("clientbank_check_green_timestamp_seconds", "scope" => scope.as_str());
        gauge.set(f64::from(seconds));
    }
}

impl ClosingWorker {
    async fn run(self) {
        let mut ticks = ticks(CLOSING_PAUSE);
        loop {
            ticks.tick().await;
            match accounts::close_due_day(&self.store, self.clock.now(), &self.zone).await {
                Ok(0) => {}
                Ok(count) => {
                    tracing::info!(accounts.closed = count, "closed what has ended for {count} accounts");
                }
                Err(error) => tracing::error!("the day cannot be closed: {error}"),
            }
            if let Err(error) = self.measure().await {
                tracing::error!("the books cannot be measured: {error}");
            }
            match accounts::proofs(&self.store).await {
                Ok(proofs) => show_proofs(&proofs),
                Err(error) => tracing::error!("the last proof cannot be read: {error}"),
            }
        }
    }

    async fn measure(&self) -> Result<()> {
        let now = self.clock.now();
        let unclosed = accounts::unclosed(&self.store, now, &self.zone).await?;
        let unclosed_s = unclosed.map_or(0, |unclosed| now.unix_seconds() - unclosed.since.unix_seconds());
        metrics::gauge!("clientbank_accounts_unclosed_day_age_seconds").set(float(unclosed_s));
        let overdrawn = accounts::overdrawn_accounts(&self.store).await?;
        metrics::gauge!("clientbank_accounts_overdrawn").set(float(overdrawn));
        let unrated = accounts::positions_without_rate(&self.store).await?;
        metrics::gauge!("clientbank_accounts_positions_without_rate").set(float(unrated));
        let sums = accounts::feed_sums(&self.store).await?;
        let keeper = accounts::keeper(&self.store).await?;
        let silent_since = measures::silent_since(&sums.feeds, &systems::list(&self.store).await?, keeper);
        metrics::gauge!("clientbank_accounts_core_differences").set(float(sums.differences));
        metrics::gauge!("clientbank_accounts_core_differences_oldest_seconds")
            .set(age_s(now, sums.oldest_difference));
        metrics::gauge!("clientbank_accounts_core_feed_silent_seconds").set(age_s(now, silent_since));
        let (breaks, oldest) = accounts::break_sums(&self.store, &self.zone).await?;
        metrics::gauge!("clientbank_accounts_breaks").set(float(breaks));
        metrics::gauge!("clientbank_accounts_breaks_oldest_seconds").set(age_s(now, oldest));
        Ok(())
    }
}
