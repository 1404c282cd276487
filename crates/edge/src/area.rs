//! An area's routes with everything answered in the area's body.

use std::any::Any;
use std::cmp::Reverse;
use std::convert::Infallible;
use std::future::ready;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request};
use axum::response::Response;
use axum::routing::future::RouteFuture;
use futures_util::FutureExt;
use http_body::Body;
use tokio::time::timeout;
use tower::{Layer, Service};

use crate::extract::check_announced_length;
use crate::fault::{AreaError, Fault};
use crate::frame::RequestContext;

/// What [`area_router`] needs to know about an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// The name in metrics and logs, for example `accounts`.
    pub name: &'static str,
    /// The most bytes of any body of the area; an operation may allow fewer.
    pub body_bytes_max: usize,
    /// The most time that answering may take, the arrival of the body included; 503 after it.
    pub request_time_max: Duration,
}

/// The usual [`Area::request_time_max`].
pub const REQUEST_TIME_MAX: Duration = Duration::from_mins(1);

/// Under which name the frame counts and logs a request.
#[derive(Clone, Debug)]
pub(crate) struct RouteLabel {
    pub(crate) area: &'static str,
    /// The route's pattern, for example `/v1/accounts/{number}`; none for an unknown path.
    pub(crate) route: Option<MatchedPath>,
}

/// Wraps the routes of an area (full paths, state already given): an unknown path is 404, a wrong method 405 with
/// `Allow`, a body announced too long 413, too slow an answer 503 and a panic 500, each in the area's body.
///
/// [`Areas`] puts several of them behind one listener.
pub fn area_router<E: AreaError>(area: Area, routes: Router) -> Router {
    routes
        .fallback(|| async { E::from(Fault::NotFound) })
        .method_not_allowed_fallback(|| async { E::from(Fault::MethodNotAllowed) })
        .layer(GuardLayer::<E> { area, error: PhantomData })
}

/// The areas of one listener. A path belongs to the area with the longest prefix at or below which it lies, whether the
/// area knows it or not: its answer has that area's body in every case.
///
/// Routers with fallbacks cannot be merged, and nested ones rewrite the address of every request twice; this looks at
/// the prefixes and hands the request on as it is.
#[derive(Clone)]
pub struct Areas {
    by_prefix: Arc<[(&'static str, Router)]>,
    otherwise: Router,
}

impl Areas {
    /// The areas, each with the paths that are its own with everything below them, for example `/v1/accounts`; each
    /// route of the area lies at or below one of them. What belongs to none is unknown.
    #[must_use]
    pub fn new(areas: Vec<(&'static [&'static str], Router)>) -> Self {
        let mut by_prefix: Vec<(&'static str, Router)> = areas
            .into_iter()
            .flat_map(|(prefixes, router)| prefixes.iter().map(move |prefix| (*prefix, router.clone())))
            .collect();
        by_prefix.sort_by_key(|(prefix, _)| Reverse(prefix.len()));
        Self { by_prefix: by_prefix.into(), otherwise: Router::new() }
    }

    /// The same areas; `otherwise` answers what belongs to none.
    #[must_use]
    pub fn or_else(self, otherwise: Router) -> Self {
        Self { otherwise, ..self }
    }

    fn find(&self, path: &str) -> &Router {
        let own = |prefix: &str| match path.strip_prefix(prefix) {
            Some(rest) => rest.is_empty() || rest.starts_with('/') || prefix == "/",
            None => false,
        };
        self.by_prefix.iter().find(|(prefix, _)| own(prefix)).map_or(&self.otherwise, |(_, router)| router)
    }
}

impl From<Router> for Areas {
    fn from(router: Router) -> Self {
        Self::new(Vec::new()).or_else(router)
    }
}

impl From<Areas> for Router {
    fn from(areas: Areas) -> Self {
        Self::new().fallback_service(areas)
    }
}

impl Service<Request> for Areas {
    type Response = Response;
    type Error = Infallible;
    type Future = RouteFuture<Infallible>;

    fn poll_ready(&mut self, _context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        self.find(request.uri().path()).clone().call(request)
    }
}

/// Puts a [`Guard`] around each route of an area.
struct GuardLayer<E> {
    area: Area,
    error: PhantomData<fn() -> E>,
}

impl<E> Clone for GuardLayer<E> {
    fn clone(&self) -> Self {
        Self { area: self.area, error: PhantomData }
    }
}

impl<E, S> Layer<S> for GuardLayer<E> {
    type Service = Guard<E, S>;

    fn layer(&self, route: S) -> Self::Service {
        Guard { area: self.area, route, error: PhantomData }
    }
}

/// One layer instead of four: each would put the request, the answer and its future into boxes of its own.
struct Guard<E, S> {
    area: Area,
    route: S,
    error: PhantomData<fn() -> E>,
}

impl<E, S: Clone> Clone for Guard<E, S> {
    fn clone(&self) -> Self {
        Self { area: self.area, route: self.route.clone(), error: PhantomData }
    }
}

impl<E, S> Service<Request> for Guard<E, S>
where
    E: AreaError,
    S: Service<Request, Response = Response, Error = Infallible, Future: Send + 'static>,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.route.poll_ready(context)
    }

    fn call(&mut self, mut request: Request) -> Self::Future {
        let area = self.area;
        let matched = request.extensions().get::<MatchedPath>().cloned();
        RequestContext::note_route(RouteLabel { area: area.name, route: matched });
        if let Err(fault) = check_announced_length(request.headers(), area.body_bytes_max) {
            return Box::pin(ready(Ok(E::from(fault).into_response())));
        }
        if !request.body().is_end_stream() {
            // The extractors of axum itself ask the request for its limit.
            DefaultBodyLimit::max(area.body_bytes_max).apply(&mut request);
        }
        // A panic may come before the first wait, in the call itself.
        let answering = match catch_unwind(AssertUnwindSafe(|| self.route.call(request))) {
            Ok(answering) => answering,
            Err(panic) => return Box::pin(ready(Ok(answer_panic::<E>(panic)))),
        };
        // No `async` block, which would keep room for what it waits for twice.
        let bounded = timeout(area.request_time_max, AssertUnwindSafe(answering).catch_unwind());
        Box::pin(bounded.map(|answer| {
            Ok(match answer {
                Ok(Ok(Ok(response))) => response,
                Ok(Err(panic)) => answer_panic::<E>(panic),
                Err(_) => E::from(Fault::Unavailable).into_response(),
            })
        }))
    }
}

/// The panic's own text stays in the log.
#[expect(clippy::needless_pass_by_value, reason = "the layer hands the panic over")]
fn answer_panic<E: AreaError>(panic: Box<dyn Any + Send + 'static>) -> Response {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("(no text)");
    E::from(Fault::internal(format!("a handler panicked: {text}"))).into_response()
}
