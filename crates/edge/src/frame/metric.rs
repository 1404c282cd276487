//! Prometheus metrics of requests.

use std::time::Duration;

use http::{Method, StatusCode};

/// Counts one answered request: `http_requests_total` and `http_request_duration_seconds`, by area, route,
/// method and status. Methods outside the usual ones are counted as `other`, so that callers cannot make up
/// label values.
pub(super) fn record(
    area: &'static str,
    route: &str,
    method: &Method,
    status: StatusCode,
    duration: Duration,
) {
    let labels = [
        metrics::Label::new("area", area),
        metrics::Label::new("route", route.to_owned()),
        metrics::Label::new("method", method_label(method)),
        metrics::Label::new("status", status.as_str().to_owned()),
    ];
    metrics::counter!("http_requests_total", labels.iter()).increment(1);
    metrics::histogram!("http_request_duration_seconds", labels.iter()).record(duration);
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
