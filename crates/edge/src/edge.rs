//! The parts of an area's state that the extractors need.

use std::sync::Arc;

use kernel::{Clock, SessionId};

use crate::context::RequestContext;
use crate::error::EdgeError;
use crate::rate::{RateLimit, RateLimiter, RatePolicy};
use crate::token::{OnlineBankToken, Verifier};

/// Shared by every area: verification of tokens, the clock and the request rate of callers.
///
/// An area's state `S` offers it through `Edge: FromRef<S>`.
#[derive(Clone, Debug)]
pub struct Edge(Arc<Parts>);

#[derive(Clone, Debug)]
struct Parts {
    verifier: Arc<Verifier>,
    clock: Arc<dyn Clock>,
    rate_clock: Arc<dyn Clock>,
    /// True when answers tell callers what is left of their rate.
    tells_rate: bool,
    request_rate: Option<Arc<RequestRate>>,
}

#[derive(Debug)]
struct RequestRate {
    limiter: RateLimiter<SessionId>,
    policy: RatePolicy,
}

impl Edge {
    /// An edge without a request rate limit.
    pub fn new(verifier: Arc<Verifier>, clock: Arc<dyn Clock>) -> Self {
        let rate_clock = Arc::clone(&clock);
        Self(Arc::new(Parts { verifier, clock, rate_clock, tells_rate: true, request_rate: None }))
    }

    /// The same edge, without a limit yet, where rates are counted by another clock: that of the machine, in a sandbox
    /// whose own clock may stand. `tells_rate` has answers tell what is left: not where they repeat byte by byte.
    pub fn counting_rates_by(&self, rate_clock: Arc<dyn Clock>, tells_rate: bool) -> Self {
        let parts = Parts::clone(&self.0);
        Self(Arc::new(Parts { rate_clock, tells_rate, request_rate: None, ..parts }))
    }

    pub fn rate_clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.0.rate_clock)
    }

    /// The same edge with a limit on the requests of each session, answered with 429 above it.
    pub fn with_request_rate(&self, limit: RateLimit) -> Self {
        let limiter = RateLimiter::new(limit, self.rate_clock());
        let request_rate = Some(Arc::new(RequestRate { limiter, policy: RatePolicy::new(limit) }));
        Self(Arc::new(Parts { request_rate, ..Parts::clone(&self.0) }))
    }

    pub fn verifier(&self) -> &Verifier {
        &self.0.verifier
    }

    pub fn clock(&self) -> &dyn Clock {
        &*self.0.clock
    }

    /// Returns the person who looks at a page, by the session token of the browser's cookie. Counted and logged like
    /// the callers of the operations.
    ///
    /// # Errors
    /// [`EdgeError::InvalidToken`] when the token is none or has ended, [`EdgeError::TooManyRequests`] above the rate,
    /// [`EdgeError::Unavailable`] when revocations are not known, [`EdgeError::CompanyStopped`].
    pub fn online_bank(&self, token: &str) -> Result<Arc<OnlineBankToken>, EdgeError> {
        let token = self.verifier().verify_online_bank(token)?;
        RequestContext::note_caller(&token.caller)?;
        self.count_request(&token.caller.session)?;
        Ok(token)
    }

    /// Counts one request of the session, and has the answer tell what is left of the rate.
    pub(crate) fn count_request(&self, session: &SessionId) -> Result<(), EdgeError> {
        let Some(RequestRate { limiter, policy }) = self.0.request_rate.as_deref() else { return Ok(()) };
        let counted = limiter.check(session);
        if self.0.tells_rate {
            RequestContext::note_rate(policy.with_remaining(*counted.as_ref().unwrap_or(&0)));
        }
        counted.map(drop)
    }
}
