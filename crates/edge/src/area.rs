//! An area's routes with everything answered in the area's body.

use std::any::Any;
use std::convert::Infallible;
use std::future::ready;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::Body as AnswerBody;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request};
use axum::response::Response;
use bytes::Bytes;
use futures_util::FutureExt;
use http::{Method, Uri};
use http_body::Body;
use tokio::time::{sleep, timeout};
use tower::Service;
use tower::layer::layer_fn;

use crate::context::{RequestContext, RouteLabel};
use crate::error::{AreaError, EdgeError};
use crate::extract::check_announced_length;
use crate::played::{Play, asked_failure};
use crate::unknown_path::unknown_path;

/// Limits of an area's requests, and the name under which they are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AreaLimits {
    /// The name in metrics and logs, for example `accounts`.
    pub name: &'static str,
    /// The most bytes of any body of the area; an operation may allow fewer.
    pub body_bytes_max: usize,
    /// The most time that answering may take, the arrival of the body included; 503 after it.
    pub request_time_max: Duration,
    /// The routes that go on while the bank is read-only, whatever their method: by them people log in and look.
    pub going_on: &'static [&'static str],
}

impl AreaLimits {
    /// Makes limits with the usual time, [`REQUEST_TIME_MAX`].
    pub const fn new(name: &'static str, body_bytes_max: usize) -> Self {
        Self { name, body_bytes_max, request_time_max: REQUEST_TIME_MAX, going_on: &[] }
    }

    /// Refuses a request for a change while nobody may change anything.
    fn pass(self, method: &Method, matched: Option<&MatchedPath>) -> Result<(), EdgeError> {
        let goes_on = matched.is_none_or(|route| self.going_on.contains(&route.as_str()));
        if method.is_safe() || goes_on || !RequestContext::note_change() {
            return Ok(());
        }
        Err(EdgeError::ReadOnly)
    }
}

/// The usual [`AreaLimits::request_time_max`].
pub const REQUEST_TIME_MAX: Duration = Duration::from_mins(1);

/// Wraps the routes of an area (full paths, state already given): an unknown path is 404, a wrong method 405 with
/// `Allow`, a body announced too long 413, too slow an answer 503 and a panic 500, each in the area's body.
///
/// [`Areas`](crate::Areas) puts several of them behind one listener.
pub fn area_router<E: AreaError>(area: AreaLimits, routes: Router) -> Router {
    routes
        .fallback(move |uri: Uri| async move { E::from(unknown_path(area.name, uri.path())) })
        .method_not_allowed_fallback(|| async { E::from(EdgeError::MethodNotAllowed) })
        .layer(layer_fn(move |route| Guard { area, route, refuse: |error| E::from(error).into_response() }))
}

/// One layer instead of four: each would put the request, the answer and its future into boxes of its own.
#[derive(Clone)]
struct Guard<S> {
    area: AreaLimits,
    route: S,
    /// Answers in the body of the area.
    refuse: fn(EdgeError) -> Response,
}

impl<S> Service<Request> for Guard<S>
where
    S: Service<Request, Response = Response, Error = Infallible, Future: Send + 'static>,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.route.poll_ready(context)
    }

    fn call(&mut self, mut request: Request) -> Self::Future {
        let Self { area, refuse, .. } = *self;
        let matched = request.extensions().get::<MatchedPath>().cloned();
        let passed = area.pass(request.method(), matched.as_ref());
        RequestContext::note_route(RouteLabel { area: area.name, route: matched });
        if let Err(error) = passed {
            return Box::pin(ready(Ok(refuse(error))));
        }
        if let Err(error) = check_announced_length(request.headers(), area.body_bytes_max) {
            return Box::pin(ready(Ok(refuse(error))));
        }
        let Play { delay, error, loses_answer } = asked_failure();
        if let Some(error) = error {
            let refused = refuse(error);
            return Box::pin(sleep(delay.unwrap_or_default()).map(|()| Ok(refused)));
        }
        if !request.body().is_end_stream() {
            // The extractors of axum itself ask the request for its limit.
            DefaultBodyLimit::max(area.body_bytes_max).apply(&mut request);
        }
        // A panic may come before the first wait, in the call itself.
        let answering = match catch_unwind(AssertUnwindSafe(|| self.route.call(request))) {
            Ok(answering) => answering,
            Err(panic) => return Box::pin(ready(Ok(refuse(panicked(panic))))),
        };
        // No `async` block, which would reserve memory for its future twice.
        let bounded = timeout(area.request_time_max, AssertUnwindSafe(answering).catch_unwind());
        let answering = bounded.map(move |answer| {
            Ok(match answer {
                Ok(Ok(Ok(response))) => response,
                Ok(Err(panic)) => refuse(panicked(panic)),
                Err(_) => refuse(EdgeError::Unavailable),
            })
        });
        match (delay, loses_answer) {
            (None, false) => Box::pin(answering),
            (Some(time), false) => Box::pin(sleep(time).then(|()| answering)),
            (time, true) => {
                let late = sleep(time.unwrap_or_default()).then(|()| answering);
                Box::pin(late.map(|answer| answer.map(lost)))
            }
        }
    }
}

/// Breaks the answer off before its first byte: the server closes the connection instead of sending it.
fn lost(response: Response) -> Response {
    let broken = std::io::Error::new(std::io::ErrorKind::ConnectionAborted, "the answer is lost on demand");
    let (mut parts, _) = response.into_parts();
    parts.headers.remove(http::header::CONTENT_LENGTH);
    Response::from_parts(
        parts,
        AnswerBody::from_stream(futures_util::stream::iter([Err::<Bytes, _>(broken)])),
    )
}

/// The panic's own text stays in the log.
#[expect(clippy::needless_pass_by_value, reason = "the layer hands the panic over")]
fn panicked(panic: Box<dyn Any + Send + 'static>) -> EdgeError {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("(no text)");
    EdgeError::internal(format!("a handler panicked: {text}"))
}
