//! Metrics and health, on the administration port (OPS-03).
//!
//! Liveness says that the process answers at all; a supervisor restarts it when not. Readiness says that requests
//! should be sent here; a load balancer follows it, and it turns first when the process is asked to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use edge::area_router;
use http::{StatusCode, header};
use kernel::{Clock, Instant, Randomness};
use metrics_exporter_prometheus::PrometheusHandle;
use serde_json::json;
use store::{Store, StoreError};
use tokio::sync::Mutex;
use tokio::time::timeout;

use super::root_error::{RootError, limits};
use super::{CommonClock, Surroundings};
use crate::configuration::Configuration;
use crate::telemetry;

/// The longest wait for the database before it counts as not answering.
const DATABASE_ANSWER_MAX: Duration = Duration::from_secs(2);
/// The time for which one look at the database answers every probe, in microseconds: each look writes 64 KiB.
const LOOK_AGE_US_MAX: i64 = 1_000_000;

/// The readiness of this process for requests: not ready until the feed was read once. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Readiness(Arc<Known>);

#[derive(Debug, Default)]
struct Known {
    ending: AtomicBool,
    /// The moment of the last read, in microseconds: 1970, which is too long ago, before the first.
    feed_read_at: AtomicI64,
    stands_still: AtomicBool,
    is_behind: AtomicBool,
}

impl Readiness {
    /// From now on new requests should go elsewhere.
    pub fn end(&self) {
        self.0.ending.store(true, Ordering::SeqCst);
    }

    /// Revocations and keys are known as of this moment.
    pub(super) fn feed_read(&self, at: Instant) {
        self.0.feed_read_at.store(at.microseconds(), Ordering::SeqCst);
    }

    /// The database stands still after a restore, or has gone back behind what this process has seen.
    pub(super) fn restore_seen(&self, stands_still: bool, is_behind: bool) {
        self.0.stands_still.store(stands_still, Ordering::SeqCst);
        self.0.is_behind.store(is_behind, Ordering::SeqCst);
    }

    /// Tells whether the database has gone back.
    pub(super) fn is_behind(&self) -> bool {
        self.0.is_behind.load(Ordering::SeqCst)
    }

    fn faults(&self, now: Instant) -> Vec<Fault> {
        let read_at = Instant::from_microseconds(self.0.feed_read_at.load(Ordering::SeqCst));
        let mut faults = Vec::new();
        if self.0.ending.load(Ordering::SeqCst) {
            faults.push((ENDING, "the process is ending".to_owned()));
        }
        if read_at.plus_seconds(edge::REVOCATION_FEED_AGE_S_MAX) < now {
            faults.push((REVOCATIONS, "revocations are not known".to_owned()));
        }
        if self.is_behind() {
            let words = "the database has gone back: if it was restored, run `clientbank restored`";
            faults.push((GONE_BACK, words.to_owned()));
        }
        faults
    }
}

/// A reason not to be ready: its name in the metric, and in words.
type Fault = (&'static str, String);

const ENDING: &str = "ending";
const REVOCATIONS: &str = "revocations_unknown";
const GONE_BACK: &str = "database_gone_back";
const DATABASE: &str = "database";
const CLOCK: &str = "clock";
/// The names of all reasons, each a row of the metric.
const REASONS: [&str; 5] = [ENDING, REVOCATIONS, GONE_BACK, DATABASE, CLOCK];

/// The last look at the database: its moment, and its fault if it had one.
type Look = Option<(Instant, Option<Fault>)>;

#[derive(Clone)]
struct HealthState {
    store: Store,
    randomness: Arc<dyn Randomness>,
    /// Whoever asks meanwhile waits here for the same answer.
    look: Arc<Mutex<Look>>,
    /// The clock by which a look ages, which no sandbox holds still.
    look_clock: Arc<dyn Clock>,
    clock: Arc<dyn Clock>,
    /// The clock by which money is posted.
    bank_clock: Arc<dyn Clock>,
    common_clock: Option<Arc<CommonClock>>,
    readiness: Readiness,
    metrics: PrometheusHandle,
}

pub(super) fn routes(
    surroundings: &Surroundings,
    configuration: &Configuration,
    readiness: Readiness,
) -> Router {
    let state = HealthState {
        store: surroundings.store.clone(),
        randomness: Arc::clone(&surroundings.randomness),
        look: Arc::default(),
        look_clock: match &surroundings.sandbox {
            Some(sandbox) => sandbox.machine_clock(),
            None => Arc::clone(&surroundings.clock),
        },
        clock: surroundings.token_clock(configuration),
        bank_clock: Arc::clone(&surroundings.clock),
        common_clock: surroundings.common_clock.clone(),
        readiness,
        metrics: telemetry::start_metrics(),
    };
    let routes = Router::new()
        .route("/health/live", get(live))
        .route("/health/ready", get(ready))
        .route("/metrics", get(metrics))
        .with_state(state);
    area_router::<RootError>(limits("administration", Duration::from_secs(10)), routes)
}

impl HealthState {
    /// Looks whether the database takes writes, and money is posted, unless somebody has looked a moment ago.
    async fn database_fault(&self) -> Option<Fault> {
        let mut look = self.look.lock().await;
        let now = self.look_clock.now();
        if let Some((at, fault)) = &*look
            && (0..LOOK_AGE_US_MAX).contains(&now.microseconds_since(*at))
        {
            return fault.clone();
        }
        let fault = match timeout(DATABASE_ANSWER_MAX, self.store.ping(&*self.randomness)).await {
            // A database that does not answer this is told of by the next look.
            Ok(Ok(())) => {
                let clock_fault = accounts::clock_fault(&self.store, self.bank_clock.now());
                let words = timeout(DATABASE_ANSWER_MAX, clock_fault).await.ok().and_then(Result::ok);
                words.flatten().map(|words| (CLOCK, words))
            }
            Ok(Err(error)) => {
                tracing::warn!("readiness: the database takes no writes: {error}");
                // Told in full: this port is for the operators, and they have to know a full disk from a dead server.
                let reason = match error {
                    StoreError::Busy(reason) | StoreError::Unavailable(reason) => reason,
                    error => error.to_string(),
                };
                Some((DATABASE, format!("the database takes no writes: {reason}")))
            }
            Err(_) => Some((DATABASE, "the database does not answer in time".to_owned())),
        };
        // The age counts from the answer, so that those who waited for it take it too.
        *look = Some((self.look_clock.now(), fault.clone()));
        fault
    }

    async fn faults(&self) -> Vec<Fault> {
        let mut faults = self.readiness.faults(self.clock.now());
        faults.extend(self.database_fault().await);
        faults.extend(self.common_clock.as_ref().and_then(|clock| clock.fault()).map(|words| (CLOCK, words)));
        faults
    }
}

async fn live() -> Response {
    Json(json!({ "status": "live" })).into_response()
}

async fn ready(State(state): State<HealthState>) -> Response {
    let mut faults: Vec<String> = state.faults().await.into_iter().map(|(_, words)| words).collect();
    // No fault by itself: requests are answered all the same, and elsewhere the disk may be as full.
    let stands_still = state.readiness.0.stands_still.load(Ordering::SeqCst);
    let remarks = [
        (telemetry::log_lines_are_lost(), "log lines are lost"),
        (stands_still, "the database was restored: nothing is executed until `clientbank restored --go-on`"),
    ];
    let is_ready = faults.is_empty();
    faults.extend(remarks.into_iter().filter(|(is_so, _)| *is_so).map(|(_, words)| words.to_owned()));
    let (code, status) =
        if is_ready { (StatusCode::OK, "ready") } else { (StatusCode::SERVICE_UNAVAILABLE, "not ready") };
    if faults.is_empty() {
        return Json(json!({ "status": status })).into_response();
    }
    (code, Json(json!({ "status": status, "reasons": faults }))).into_response()
}

async fn metrics(State(state): State<HealthState>) -> Response {
    state.store.measure();
    let faults = state.faults().await;
    metrics::gauge!("clientbank_ready").set(f64::from(u8::from(faults.is_empty())));
    for reason in REASONS {
        let is_so = faults.iter().any(|(name, _)| *name == reason);
        metrics::gauge!("clientbank_unready", "reason" => reason).set(f64::from(u8::from(is_so)));
    }
    let text = telemetry::rendered(&state.metrics);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}
