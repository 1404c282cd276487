//! The outermost layer of a listener: request id, trace context, access log, metrics, security headers
//! (GEN-03, OPS-03).

mod metric;

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{MatchedPath, Request};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::future::{Either, ready};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use kernel::{ClientId, Randomness};
use spans::{Begun, RANDOM_BYTES};
use tower::Service;
use tracing::Instrument;

use self::metric::Meters;
use crate::areas::Areas;
use crate::context::{Gate, RequestContext, X_REQUEST_ID};
use crate::proxy::{Peer, TrustedProxies};
use crate::rehearsal::{AskedTriggers, Rehearsals};
use crate::request_log::{RequestLog, Strangers};
use crate::serve::HeadError;

/// The trace of the answer, for callers that sent no `traceparent` (W3C Trace Context, level 2 draft).
const TRACERESPONSE: HeaderName = HeaderName::from_static("traceresponse");

/// Every answer of a sandbox has it, so that software never takes one for the bank: a token of RFC 9651.
pub const SANDBOX: (HeaderName, HeaderValue) =
    (HeaderName::from_static("sandbox"), HeaderValue::from_static("true"));

/// The methods that some path of the program has.
const METHODS: HeaderValue = HeaderValue::from_static("GET, HEAD, POST, PUT, DELETE, OPTIONS");

/// The methods that spans name (OpenTelemetry's semantic conventions of HTTP).
const METHODS_TOLD: [Method; 7] =
    [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE, Method::OPTIONS];

/// Headers that every answer has unless the operation set its own.
const SECURITY_HEADERS: [(HeaderName, HeaderValue); 3] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
];

/// Puts the frame around everything that one listener answers, unknown paths included; callers reach it directly.
pub fn frame(areas: impl Into<Areas>, randomness: Arc<dyn Randomness>) -> Framed {
    frame_behind(TrustedProxies::default(), areas, randomness)
}

/// As [`frame`], for a listener that callers reach through proxies.
pub fn frame_behind(
    proxies: TrustedProxies,
    areas: impl Into<Areas>,
    randomness: Arc<dyn Randomness>,
) -> Framed {
    Framed::new(areas, proxies, randomness, false)
}

/// As [`frame`], for a listener that probes ask every few seconds: its requests are logged at DEBUG instead of INFO.
pub fn frame_quietly(areas: impl Into<Areas>, randomness: Arc<dyn Randomness>) -> Framed {
    Framed::new(areas, TrustedProxies::default(), randomness, true)
}

/// The parts that all requests of a listener share.
struct Shared {
    proxies: TrustedProxies,
    randomness: Arc<dyn Randomness>,
    meters: Meters,
    /// Requests are logged at DEBUG.
    is_quiet: bool,
}

/// Everything that one listener answers, in its frame. A service of its own and no [`Router`], which would put each
/// request, its answer and their future into boxes once more.
#[derive(Clone)]
pub struct Framed {
    areas: Areas,
    shared: Arc<Shared>,
    is_sandbox: bool,
    log: Option<(RequestLog, Strangers)>,
    rehearsals: Option<Arc<dyn Rehearsals>>,
    gate: Option<Arc<dyn Gate>>,
    /// Requests and what happens in them are told as spans, where spans are told at all.
    is_traced: bool,
}

impl Framed {
    fn new(
        areas: impl Into<Areas>,
        proxies: TrustedProxies,
        randomness: Arc<dyn Randomness>,
        is_quiet: bool,
    ) -> Self {
        let shared = Arc::new(Shared { proxies, randomness, meters: Meters::default(), is_quiet });
        let (areas, is_traced) = (areas.into(), !is_quiet);
        Self { areas, shared, is_sandbox: false, log: None, rehearsals: None, gate: None, is_traced }
    }

    /// The same, where `is_sandbox` has every answer say that it comes from a sandbox.
    pub fn of_sandbox(self, is_sandbox: bool) -> Self {
        Self { is_sandbox, ..self }
    }

    /// Keeps the calls of the listener in `log`.
    pub fn with_request_log(self, log: RequestLog, strangers: Strangers) -> Self {
        Self { log: Some((log, strangers)), ..self }
    }

    /// Tells of requests although they are logged quietly.
    pub fn traced(self) -> Self {
        Self { is_traced: true, ..self }
    }

    /// Has every request for a change pass a gate.
    pub fn with_gate(self, gate: Arc<dyn Gate>) -> Self {
        Self { gate: Some(gate), ..self }
    }

    /// Plays the failures that callers ask for: in a sandbox alone.
    pub fn with_rehearsals(self, rehearsals: Arc<dyn Rehearsals>) -> Self {
        Self { rehearsals: Some(rehearsals), ..self }
    }
}

kernel::debug_shows!(Framed { areas, .. });

impl Service<Request> for Framed {
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let mut context = self.shared.context_of(&request);
        context.gate.clone_from(&self.gate);
        context.is_told = self.is_traced && spans::is_on();
        context.asked = self
            .rehearsals
            .as_ref()
            .and_then(|rehearsals| AskedTriggers::read(rehearsals, request.headers()));
        let shared = Arc::clone(&self.shared);
        Box::pin(answer(request, context, &mut self.areas, shared, (self.is_sandbox, self.log.clone())))
    }
}

impl From<Framed> for Router {
    fn from(framed: Framed) -> Self {
        Self::new().fallback_service(framed)
    }
}

impl Shared {
    fn context_of(&self, request: &Request) -> RequestContext {
        let peer = request.extensions().get::<Peer>();
        let caller = peer.map(|peer| self.proxies.caller(peer.0.ip(), request.headers()));
        let mut random = [0; RANDOM_BYTES];
        self.randomness.fill_name(&mut random);
        RequestContext::new(request.headers(), caller, random)
    }
}

/// Answers a request. Combined futures instead of an `async fn`, which would reserve memory for the inner future
/// twice: every request would move kilobytes.
fn answer(
    request: Request,
    context: RequestContext,
    areas: &mut Areas,
    shared: Arc<Shared>,
    (is_sandbox, log): (bool, Option<(RequestLog, Strangers)>),
) -> impl Future<Output = Result<Response, Infallible>> + use<> {
    let started = Instant::now();
    let step = context.step();
    let context = Arc::new(context);
    let method = request.method().clone();
    let span = tracing::info_span!(
        "request",
        trace.id = %context.trace().trace_id(),
        request.id = context.request_id()
    );
    let work = match of_the_listener(&request) {
        Some(response) => Either::Left(ready(Ok(response))),
        None => Either::Right(areas.call(request)),
    };
    Arc::clone(&context).scope(work).instrument(span).map(move |answer| {
        let mut response = answer?;
        add_headers(response.headers_mut(), &context);
        if is_sandbox {
            response.headers_mut().insert(SANDBOX.0, SANDBOX.1);
        }
        let duration = started.elapsed();
        record(&shared, &method, response.status(), duration, &context);
        if let Some(step) = step {
            tell(step, &method, response.status(), &context);
        }
        Ok(match log {
            Some((log, strangers)) => {
                let called = (&method, route_of(&context));
                log.note(strangers, called, response, duration, &context)
            }
            None => response,
        })
    })
}

/// Answers requests without a path: one that was refused before, and `OPTIONS *`, which asks for the methods of the
/// server as a whole (RFC 9110 section 9.3.7).
fn of_the_listener(request: &Request) -> Option<Response> {
    if let Some(refusal) = request.extensions().get::<HeadError>() {
        return Some((*refusal).into_response());
    }
    let asks_for_methods = request.method() == Method::OPTIONS && request.uri().path() == "*";
    asks_for_methods.then(|| (StatusCode::NO_CONTENT, [(header::ALLOW, METHODS)]).into_response())
}

fn add_headers(headers: &mut HeaderMap, context: &RequestContext) {
    // Otherwise the table would grow in the middle.
    headers.reserve(SECURITY_HEADERS.len() + 4);
    for (name, value) in SECURITY_HEADERS {
        headers.entry(name).or_insert(value);
    }
    if let Ok(value) = HeaderValue::try_from(context.request_id()) {
        headers.insert(X_REQUEST_ID, value);
    }
    if let Ok(value) = HeaderValue::from_maybe_shared(Bytes::from(context.trace().to_header())) {
        headers.insert(TRACERESPONSE, value);
    }
    if let Some(rate) = context.rate() {
        rate.write(headers);
    }
}

fn route_of(context: &RequestContext) -> &str {
    let route = context.route().and_then(|label| label.route.as_ref());
    route.map_or("unmatched", MatchedPath::as_str)
}

/// Tells of a request as a step of a trace, by the same names as its log line. Of a method that anybody may invent,
/// nothing is told.
fn tell(step: Begun, method: &Method, status: StatusCode, context: &RequestContext) {
    let is_known = METHODS_TOLD.contains(method);
    let (method, route) = (if is_known { method.as_str() } else { "_OTHER" }, route_of(context));
    let attributes = vec![
        ("http.request.method", method.to_owned().into()),
        ("http.route", route.to_owned().into()),
        ("http.response.status_code", status.as_u16().into()),
        ("clientbank.area", context.route().map_or("none", |label| label.area).into()),
    ];
    step.end(spans::Kind::Server, format!("{method} {route}"), status.is_server_error(), attributes);
}

/// One line and two measurements per request. The route stands for the path, which may name accounts; the
/// query, where codes and tokens travel, is never written.
fn record(
    shared: &Shared,
    method: &Method,
    status: StatusCode,
    duration: Duration,
    context: &RequestContext,
) {
    let label = context.route();
    let area = label.map_or("none", |label| label.area);
    let route = route_of(context);
    shared.meters.record(area, route, method, status, duration);
    let caller = context.caller();
    macro_rules! line {
        ($level:ident) => {
            tracing::$level!(
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
                    oauth.client_id = context.client().map(ClientId::as_str),
                },
                "{method} {route} answered {}",
                status.as_u16()
            )
        };
    }
    // The level of a line is a constant of its place in the code.
    if shared.is_quiet {
        line!(debug);
    } else {
        line!(info);
    }
}
