//! The request that is being answered: its id, trace, address, caller and route.

use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, OnceLock};

use axum::extract::MatchedPath;
use http::{HeaderMap, HeaderName, HeaderValue, header};
use kernel::{ClientId, Cnum};
use spans::{Begun, RANDOM_BYTES, TraceContext};

use crate::caller::Caller;
use crate::error::EdgeError;
use crate::rate::RateFields;
use crate::rehearsal::AskedTriggers;

/// The most characters of a request id that is taken over from the caller.
pub const REQUEST_ID_CHARACTERS_MAX: usize = 128;

/// The trace id that [`trace_id`] returns outside of a request.
pub const NO_TRACE_ID: &str = "00000000000000000000000000000000";

/// The example of W3C Trace Context, section 3.2.
const EXAMPLE_TRACE: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

/// The request id, of the request and of its answer.
pub(crate) const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

tokio::task_local! {
    static CURRENT: Arc<RequestContext>;
}

/// The trace id of the request that this task answers, 32 hexadecimal digits: `traceId` in error bodies
/// (GEN-03). Outside of a request, or in a task of its own, [`NO_TRACE_ID`].
pub fn trace_id() -> String {
    CURRENT.try_with(|context| context.trace.trace_id().to_hex()).unwrap_or_else(|_| NO_TRACE_ID.to_owned())
}

/// The stops that operators have set: the gate that requests for a change pass. Asked on every one of them, so it
/// answers from memory.
///
/// Everything but GET, HEAD and OPTIONS asks for a change, unless its area says that the route goes on
/// ([`AreaLimits::going_on`](crate::AreaLimits)). The frame asks before any work; whether the company of the caller is
/// stopped is asked where the tokens are verified.
pub trait Gate: Send + Sync + fmt::Debug {
    /// Tells whether nobody may change anything.
    fn is_read_only(&self) -> bool;

    /// Tells whether nobody may change anything of this company.
    fn is_company_stopped(&self, company: &Cnum) -> bool;
}

/// The name under which the frame counts and logs a request.
#[derive(Clone, Debug)]
pub(crate) struct RouteLabel {
    pub(crate) area: &'static str,
    /// The route's pattern, for example `/v1/accounts/{number}`; none for an unknown path.
    pub(crate) route: Option<MatchedPath>,
}

/// Request id, trace, address and caller of one request. Lives in a task-local: a spawned task has to take
/// it along.
#[derive(Debug)]
pub struct RequestContext {
    request_id: String,
    trace: TraceContext,
    /// Units of work in the request are told below its step.
    pub(crate) is_told: bool,
    remote_address: Option<IpAddr>,
    user_agent: Option<HeaderValue>,
    caller: OnceLock<Arc<Caller>>,
    client: OnceLock<ClientId>,
    route: OnceLock<RouteLabel>,
    rate: OnceLock<RateFields>,
    confirmed_by: OnceLock<&'static str>,
    /// The triggers that the request asks for; none outside of a sandbox.
    pub(crate) asked: Option<AskedTriggers>,
    /// The gate that the request passes when it asks for a change.
    pub(crate) gate: Option<Arc<dyn Gate>>,
    asks_for_change: OnceLock<()>,
}

impl RequestContext {
    pub(crate) fn new(
        headers: &HeaderMap,
        remote_address: Option<IpAddr>,
        random: [u8; RANDOM_BYTES],
    ) -> Self {
        let trace = TraceContext::new(only(headers, &TRACEPARENT), random);
        // A minted request id is the trace id: one number to look for instead of two.
        let request_id = only(headers, &X_REQUEST_ID)
            .filter(|id| is_sane(id))
            .map_or_else(|| trace.trace_id().to_hex(), str::to_owned);
        let user_agent = headers.get(header::USER_AGENT).cloned();
        Self {
            request_id,
            trace,
            is_told: false,
            remote_address,
            user_agent,
            caller: OnceLock::new(),
            client: OnceLock::new(),
            route: OnceLock::new(),
            rate: OnceLock::new(),
            confirmed_by: OnceLock::new(),
            asked: None,
            gate: None,
            asks_for_change: OnceLock::new(),
        }
    }

    /// Begins the step of the request, if it is told.
    pub(crate) fn step(&self) -> Option<Begun> {
        Some(self.trace).filter(|_| self.is_told).and_then(Begun::under)
    }

    /// Notes that the person has confirmed what the request asks for, with a proof of this name.
    pub fn confirm_by(&self, proof: &'static str) {
        // One request brings one proof.
        let _ = self.confirmed_by.set(proof);
    }

    /// The proof with which the person has confirmed what the request asks for.
    pub fn confirmed_by(&self) -> Option<&'static str> {
        self.confirmed_by.get().copied()
    }

    pub fn current() -> Option<Arc<Self>> {
        CURRENT.try_with(Arc::clone).ok()
    }

    /// Runs `work` with this context as the current one, for example in a spawned task.
    pub fn scope<F: Future>(self: Arc<Self>, work: F) -> impl Future<Output = F::Output> {
        let step = self.is_told.then_some(self.trace);
        // No `async fn`, which would keep room for `work` twice.
        CURRENT.scope(self, spans::scope(step, work))
    }

    /// Runs `work` within the request of the W3C's example trace, for the examples of descriptions.
    pub(crate) fn in_example<T>(work: impl FnOnce() -> T) -> T {
        let mut headers = HeaderMap::new();
        headers.insert(TRACEPARENT, HeaderValue::from_static(EXAMPLE_TRACE));
        CURRENT.sync_scope(Arc::new(Self::new(&headers, None, [1; RANDOM_BYTES])), work)
    }

    /// The request id: the caller's when it was sane, else minted. `X-Request-Id` of the answer.
    pub fn request_id(&self) -> &str {
        &self.request_id
    }

    pub const fn trace(&self) -> &TraceContext {
        &self.trace
    }

    /// The caller's address, as the connection or a trusted proxy tells it; nothing when there is no connection
    /// (tests).
    pub const fn remote_address(&self) -> Option<IpAddr> {
        self.remote_address
    }

    /// The name that the caller's software gives itself (`User-Agent`, RFC 9110, 10.1.5), unchecked; empty when there
    /// is none or it is not ASCII.
    pub fn user_agent(&self) -> &str {
        self.user_agent.as_ref().and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The caller, once the tokens have been verified.
    pub fn caller(&self) -> Option<&Caller> {
        self.caller.get().map(|caller| &**caller)
    }

    /// The calling software: that of the tokens, or the one that has authenticated by itself.
    pub fn client(&self) -> Option<&ClientId> {
        self.caller().map(|caller| &caller.client).or_else(|| self.client.get())
    }

    /// Notes the software that has authenticated in the request of this task, for log lines and the log of calls.
    pub fn note_client(client: &ClientId) {
        // Outside of a frame there is nothing to put it in.
        let _ = CURRENT.try_with(|context| context.client.set(client.clone()));
    }

    /// Returns the route of the request, once an area has taken it.
    pub(crate) fn route(&self) -> Option<&RouteLabel> {
        self.route.get()
    }

    /// Returns the caller's request rate, once this request has been counted.
    pub(crate) fn rate(&self) -> Option<&RateFields> {
        self.rate.get()
    }

    pub(crate) fn note_rate(fields: RateFields) {
        // Outside of a frame there is no answer to tell it.
        let _ = CURRENT.try_with(|context| context.rate.set(fields));
    }

    pub(crate) fn note_route(label: RouteLabel) {
        // Outside of a frame no request is counted.
        let _ = CURRENT.try_with(|context| context.route.set(label));
    }

    /// Notes that the request asks for a change. Tells whether nobody may change anything.
    pub(crate) fn note_change() -> bool {
        // Outside of a frame there is no gate.
        let is_shut = CURRENT.try_with(|context| {
            let _ = context.asks_for_change.set(());
            context.gate.as_ref().is_some_and(|gate| gate.is_read_only())
        });
        is_shut.unwrap_or(false)
    }

    /// Notes the caller, once the tokens have been verified.
    ///
    /// # Errors
    /// [`EdgeError::CompanyStopped`] for a change of a company that an operator has stopped. It is said once: the page
    /// that tells of it may ask who the caller is.
    pub(crate) fn note_caller(caller: &Arc<Caller>) -> Result<(), EdgeError> {
        // Outside of a frame there is no log line to put the caller in, and no gate.
        let is_first = CURRENT.try_with(|context| context.caller.set(Arc::clone(caller)).is_ok());
        if is_first.unwrap_or(false) { Self::check_company(&caller.company) } else { Ok(()) }
    }

    /// Refuses a change of a company that an operator has stopped: for requests that name one beside their tokens.
    pub fn check_company(company: &Cnum) -> Result<(), EdgeError> {
        let is_stopped = CURRENT.try_with(|context| {
            let gate = context.gate.as_ref().filter(|_| context.asks_for_change.get().is_some());
            gate.is_some_and(|gate| gate.is_company_stopped(company))
        });
        if is_stopped.unwrap_or(false) { Err(EdgeError::CompanyStopped) } else { Ok(()) }
    }
}

/// A header's value when it occurs once and is ASCII.
fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
    }
}

/// 1 to [`REQUEST_ID_CHARACTERS_MAX`] characters that mean nothing to logs, shells and HTML.
fn is_sane(id: &str) -> bool {
    (1..=REQUEST_ID_CHARACTERS_MAX).contains(&id.len())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
}
