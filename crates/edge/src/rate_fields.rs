//! The header fields that tell callers of their request rate (draft-ietf-httpapi-ratelimit-headers-10).

use std::fmt;

use http::{HeaderMap, HeaderName, HeaderValue};

use crate::rate::RateLimit;

/// The rate itself: the requests that may come at once, and the seconds after which all of them are free again.
const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
/// The requests that may still come at once, and the seconds after which the whole burst is free again.
const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// The name of the one policy: requests are counted per login.
const POLICY_NAME: &str = "login";

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
