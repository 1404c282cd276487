//! Prometheus metrics of requests.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use http::{Method, StatusCode};
use metrics::{Counter, Histogram, Label};

/// `clientbank_http_requests_total` and `clientbank_http_request_duration_seconds`, by area, route, method and status.
/// Methods outside the usual ones are counted as `other`, so that callers cannot make up label values.
///
/// The recorder finds a meter by comparing all labels as texts, which takes it microseconds; so each is asked for once
/// and kept. There are as many as areas, routes, usual methods and statuses have combinations.
#[derive(Default)]
pub(super) struct Meters(RwLock<HashMap<Answered, Vec<Meter>>>);

/// Area, method and status.
type Answered = (&'static str, &'static str, StatusCode);

struct Meter {
    route: Box<str>,
    requests: Counter,
    duration: Histogram,
}

impl Meters {
    pub(super) fn record(
        &self,
        area: &'static str,
        route: &str,
        method: &Method,
        status: StatusCode,
        duration: Duration,
    ) {
        let key = (area, method_label(method), status);
        {
            let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
            if let Some(meter) = known.get(&key).and_then(|meters| find(meters, route)) {
                return meter.record(duration);
            }
        }
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let meters = known.entry(key).or_default();
        if find(meters, route).is_none() {
            meters.push(Meter::new(area, route, key.1, status));
        }
        if let Some(meter) = find(meters, route) {
            meter.record(duration);
        }
    }
}

/// An area has a few routes, so that looking through them is quicker than hashing one.
fn find<'m>(meters: &'m [Meter], route: &str) -> Option<&'m Meter> {
    meters.iter().find(|meter| *meter.route == *route)
}

impl Meter {
    fn new(area: &'static str, route: &str, method: &'static str, status: StatusCode) -> Self {
        let labels = [
            Label::new("area", area),
            Label::new("route", route.to_owned()),
            Label::new("method", method),
            Label::new("status", status.as_str().to_owned()),
        ];
        Self {
            route: route.into(),
            requests: metrics::counter!("clientbank_http_requests_total", labels.iter()),
            duration: metrics::histogram!("clientbank_http_request_duration_seconds", labels.iter()),
        }
    }

    fn record(&self, duration: Duration) {
        self.requests.increment(1);
        self.duration.record(duration);
    }
}

fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::DELETE => "DELETE",
        Method::HEAD => "HEAD",
        Method::OPTIONS => "OPTIONS",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        _ => "other",
    }
}
