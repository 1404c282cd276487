//! Request rates, counted per key (a session, an address) in the memory of this process, and the header fields that
//! tell callers of theirs (draft-ietf-httpapi-ratelimit-headers-10).

use std::fmt;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use std::time::Duration;

use governor::clock::{Clock as GovernorClock, Reference as _};
use governor::middleware::StateInformationMiddleware;
use governor::nanos::Nanos;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter as Governor};
use http::{HeaderMap, HeaderName, HeaderValue};
use kernel::Clock;

use crate::error::EdgeError;

/// Keys remembered before those that have been quiet long enough are forgotten.
pub const RATE_KEYS_MAX: usize = 100_000;

/// Checks between two looks at the number of keys: the look itself locks the map.
const CHECKS_PER_SWEEP: u32 = 1_024;

/// The rate itself: the requests that may come at once, and the seconds after which all of them are free again.
const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
/// The requests that may still come at once, and the seconds after which the whole burst is free again.
const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// The name of the one policy: requests are counted per login.
const POLICY_NAME: &str = "login";

/// A steady rate with a burst.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimit {
    /// Requests per second in the long run.
    pub per_second: NonZeroU32,
    /// Requests that may come at once.
    pub burst: NonZeroU32,
}

impl RateLimit {
    /// Returns the whole seconds, 1 or more, after which `requests` that were spent are free again.
    pub(crate) fn seconds_until_free(self, requests: u32) -> u32 {
        requests.div_ceil(self.per_second.get()).max(1)
    }
}

/// Counts requests per key. Processes count on their own: with N processes a caller gets up to N times
/// the rate.
#[derive(Debug)]
pub struct RateLimiter<K: Hash + Eq + Clone> {
    governor: Governor<K, DefaultKeyedStateStore<K>, KernelClock, StateInformationMiddleware>,
    clock: KernelClock,
    checks: AtomicU32,
}

impl<K: Hash + Eq + Clone> RateLimiter<K> {
    /// A limiter without callers yet.
    pub fn new(limit: RateLimit, clock: Arc<dyn Clock>) -> Self {
        Self::of_quota(Quota::per_second(limit.per_second).allow_burst(limit.burst), clock)
    }

    /// A limiter of `count` requests an hour, all of which may come at once.
    pub fn hourly(count: NonZeroU32, clock: Arc<dyn Clock>) -> Self {
        Self::of_quota(Quota::per_hour(count), clock)
    }

    fn of_quota(quota: Quota, clock: Arc<dyn Clock>) -> Self {
        let clock = KernelClock::new(clock);
        let governor = Governor::new(quota, DefaultKeyedStateStore::default(), clock.clone());
        Self { governor, clock, checks: AtomicU32::new(0) }
    }

    /// Counts one request of `key`, and returns how many more may come at once.
    ///
    /// # Errors
    /// [`EdgeError::TooManyRequests`] with the whole seconds after which one more would be allowed.
    pub fn check(&self, key: &K) -> Result<u32, EdgeError> {
        self.forget_the_quiet();
        match self.governor.check_key(key) {
            Ok(state) => Ok(state.remaining_burst_capacity()),
            Err(denied) => {
                let wait: Duration = denied.earliest_possible().duration_since(self.clock.now()).into();
                Err(EdgeError::TooManyRequests { retry_after_s: whole_seconds_up(wait).max(1) })
            }
        }
    }

    fn forget_the_quiet(&self) {
        let checks = self.checks.fetch_add(1, Ordering::Relaxed);
        if checks.is_multiple_of(CHECKS_PER_SWEEP) && self.governor.len() > RATE_KEYS_MAX {
            self.governor.retain_recent();
        }
    }
}

fn whole_seconds_up(wait: Duration) -> u64 {
    wait.as_secs().saturating_add(u64::from(wait.subsec_nanos() > 0))
}

/// The kernel's clock in the words of governor, which gives nothing back to callers while a clock is behind the moment
/// that it has shown. So a clock that is set back, by a second or by an hour, goes on here from where it was.
#[derive(Clone, Debug)]
struct KernelClock {
    clock: Arc<dyn Clock>,
    set_back: Arc<SetBack>,
}

#[derive(Debug)]
struct SetBack {
    latest_us: AtomicI64,
    /// The sum of all steps back.
    lost_us: AtomicI64,
}

/// Callers who ask at once come by each other; a clock that is set back goes further.
const SET_BACK_US_MIN: i64 = 10_000;

impl KernelClock {
    fn new(clock: Arc<dyn Clock>) -> Self {
        let latest_us = AtomicI64::new(clock.now().microseconds());
        Self { clock, set_back: Arc::new(SetBack { latest_us, lost_us: AtomicI64::new(0) }) }
    }
}

impl GovernorClock for KernelClock {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        let SetBack { latest_us, lost_us } = &*self.set_back;
        let now_us = self.clock.now().microseconds();
        let step_us = latest_us.swap(now_us, Ordering::Relaxed).saturating_sub(now_us);
        if step_us > SET_BACK_US_MIN {
            lost_us.fetch_add(step_us, Ordering::Relaxed);
        }
        let shown_us = now_us.saturating_add(lost_us.load(Ordering::Relaxed));
        Nanos::from(u64::try_from(shown_us).unwrap_or(0).saturating_mul(1_000))
    }
}

/// A request rate as its header field tells it, made once.
#[derive(Clone, Debug)]
pub(crate) struct RatePolicy {
    limit: RateLimit,
    field: HeaderValue,
}

/// The rate of one caller after a request was counted.
#[derive(Clone, Debug)]
pub(crate) struct RateFields {
    policy: HeaderValue,
    state: HeaderValue,
}

impl RatePolicy {
    pub(crate) fn new(limit: RateLimit) -> Self {
        let burst = limit.burst.get();
        let field = value(format_args!("\"{POLICY_NAME}\";q={burst};w={}", limit.seconds_until_free(burst)));
        Self { limit, field }
    }

    /// Tells that `remaining` requests may still come at once.
    pub(crate) fn with_remaining(&self, remaining: u32) -> RateFields {
        let spent = self.limit.burst.get().saturating_sub(remaining);
        let seconds = self.limit.seconds_until_free(spent);
        let state = value(format_args!("\"{POLICY_NAME}\";r={remaining};t={seconds}"));
        RateFields { policy: self.field.clone(), state }
    }
}

impl RateFields {
    pub(crate) fn write(&self, headers: &mut HeaderMap) {
        headers.insert(RATE_LIMIT_POLICY, self.policy.clone());
        headers.insert(RATE_LIMIT, self.state.clone());
    }
}

/// Names and numbers are characters of a header field; one that were not would leave the field empty.
fn value(text: fmt::Arguments<'_>) -> HeaderValue {
    HeaderValue::try_from(text.to_string()).unwrap_or(HeaderValue::from_static(""))
}
