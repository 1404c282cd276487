//! The outermost layer of a listener: request id, trace context, access log, metrics, security headers
//! (GEN-03, OPS-03).

mod context;
mod metric;
mod proxy;
mod trace;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use kernel::Randomness;
use tracing::Instrument;

pub use context::{NO_TRACE_ID, REQUEST_ID_CHARACTERS_MAX, RequestContext, trace_id};
pub use proxy::{TrustedProxies, TrustedProxiesError};
pub use trace::{SpanId, TraceContext, TraceId};

use crate::area::RouteLabel;
use crate::serve::{Peer, Refusal};

const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The trace to which the answer belongs, for callers that sent no `traceparent` (W3C Trace Context, level 2
/// draft).
const TRACERESPONSE: HeaderName = HeaderName::from_static("traceresponse");

/// Headers that every answer has unless the operation set its own.
const SECURITY_HEADERS: [(HeaderName, HeaderValue); 3] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
];

/// Puts the frame around everything that one listener answers, unknown paths included; callers reach it directly.
pub fn frame(router: Router, randomness: Arc<dyn Randomness>) -> Router {
    frame_behind(TrustedProxies::default(), router, randomness)
}

/// As [`frame`], for a listener that callers reach through proxies.
pub fn frame_behind(proxies: TrustedProxies, router: Router, randomness: Arc<dyn Randomness>) -> Router {
    router.layer(from_fn(move |request: Request, next: Next| {
        let context = Arc::new(context_of(&request, &proxies, &*randomness));
        answer(request, next, context)
    }))
}

fn context_of(request: &Request, proxies: &TrustedProxies, randomness: &dyn Randomness) -> RequestContext {
    let peer = request.extensions().get::<Peer>();
    let caller = peer.map(|peer| proxies.caller(peer.0.ip(), request.headers()));
    RequestContext::new(request.headers(), caller, randomness)
}

async fn answer(request: Request, next: Next, context: Arc<RequestContext>) -> Response {
    let started = Instant::now();
    let method = request.method().clone();
    let span = tracing::info_span!(
        "request",
        trace.id = %context.trace().trace_id(),
        request.id = context.request_id()
    );
    let work = async {
        match request.extensions().get::<Refusal>() {
            Some(refusal) => (*refusal).into_response(),
            None => next.run(request).await,
        }
    };
    let mut response = Arc::clone(&context).scope(work).instrument(span).await;
    add_headers(response.headers_mut(), &context);
    record(&method, &response, started.elapsed(), &context);
    response
}

fn add_headers(headers: &mut HeaderMap, context: &RequestContext) {
    for (name, value) in SECURITY_HEADERS {
        headers.entry(name).or_insert(value);
    }
    if let Ok(value) = HeaderValue::try_from(context.request_id()) {
        headers.insert(X_REQUEST_ID, value);
    }
    if let Ok(value) = HeaderValue::try_from(context.trace().to_header()) {
        headers.insert(TRACERESPONSE, value);
    }
}

/// One line and two measurements per request. The route stands for the path, which may name accounts; the
/// query, where codes and tokens travel, is never written.
fn record(method: &Method, response: &Response, duration: Duration, context: &RequestContext) {
    let label = response.extensions().get::<RouteLabel>();
    let area = label.map_or("none", |label| label.area);
    let route = label.and_then(|label| label.route.as_deref()).unwrap_or("unmatched");
    let status = response.status();
    metric::record(area, route, method, status, duration);
    let caller = context.caller();
    tracing::info!(
        target: "access",
        {
            trace.id = %context.trace().trace_id(),
            request.id = context.request_id(),
            http.method = method.as_str(),
            http.route = route,
            http.status = status.as_u16(),
            http.duration_us = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX),
            area = area,
            client.address = context.remote_address().map(tracing::field::display),
            user.id = caller.map(|caller| caller.user.as_str()),
            oauth.client_id = caller.map(|caller| caller.client.as_str()),
        },
        "{method} {route} answered {}",
        status.as_u16()
    );
}
