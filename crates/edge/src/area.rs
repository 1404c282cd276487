//! An area's routes with everything answered in the area's body.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, OriginalUri, Request};
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use tower::{ServiceBuilder, ServiceExt};
use tower_http::catch_panic::CatchPanicLayer;

use crate::extract::check_announced_length;
use crate::fault::{AreaError, Fault};

/// What [`area_router`] needs to know about an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// The name in metrics and logs, for example `accounts`.
    pub name: &'static str,
    /// The paths that are the area's own with everything below them, for example `/v1/accounts`; each route
    /// of the area lies at or below one of them. The single prefix `/` claims a whole listener.
    pub prefixes: &'static [&'static str],
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
    pub(crate) route: Option<Arc<str>>,
}

/// Wraps the routes of an area (full paths, state already given): an unknown path at or below a prefix is
/// 404, a wrong method 405 with `Allow`, a body announced too long 413, too slow an answer 503 and a panic
/// 500, each in the area's body.
///
/// Routers of several areas can be merged, because each is registered under its own prefixes.
pub fn area_router<E: AreaError>(area: Area, routes: Router) -> Router {
    let routes = routes
        .fallback(|| async { E::from(Fault::NotFound) })
        .method_not_allowed_fallback(|| async { E::from(Fault::MethodNotAllowed) });
    if area.prefixes == ["/"] {
        return guarded::<E>(routes, area, "");
    }
    area.prefixes.iter().fold(Router::new(), |router, prefix| {
        // A nested service loses the prefix from the path, so the whole path is given back to it. Nesting
        // makes the area own every path below the prefix without a clash with its own patterns.
        let whole = guarded::<E>(routes.clone(), area, prefix).map_request(restore_path);
        router.nest_service(prefix, whole)
    })
}

fn guarded<E: AreaError>(routes: Router, area: Area, prefix: &'static str) -> Router {
    routes.layer(
        ServiceBuilder::new()
            .layer(from_fn(move |request, next| guard::<E>(area, prefix, request, next)))
            .layer(CatchPanicLayer::custom(answer_panic::<E>))
            .layer(DefaultBodyLimit::max(area.body_bytes_max)),
    )
}

fn restore_path(mut request: Request) -> Request {
    if let Some(OriginalUri(whole)) = request.extensions().get::<OriginalUri>().cloned() {
        *request.uri_mut() = whole;
    }
    request
}

async fn guard<E: AreaError>(area: Area, prefix: &'static str, request: Request, next: Next) -> Response {
    let label = RouteLabel { area: area.name, route: route(prefix, &request) };
    let announced = check_announced_length(request.headers(), area.body_bytes_max);
    let mut response = match announced {
        Err(fault) => E::from(fault).into_response(),
        Ok(()) => match tokio::time::timeout(area.request_time_max, next.run(request)).await {
            Ok(response) => response,
            Err(_) => E::from(Fault::Unavailable).into_response(),
        },
    };
    response.extensions_mut().insert(label);
    response
}

/// The pattern that matched. A nested router reports it behind the prefix at which it is nested.
fn route(prefix: &str, request: &Request) -> Option<Arc<str>> {
    let matched = request.extensions().get::<MatchedPath>()?.as_str();
    match matched.strip_prefix(prefix)? {
        "" | "/" if !prefix.is_empty() => None,
        route => Some(route.into()),
    }
}

/// The panic's own text stays in the log.
#[expect(clippy::needless_pass_by_value, reason = "the layer hands the panic over")]
fn answer_panic<E: AreaError>(panic: Box<dyn Any + Send + 'static>) -> Response {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("(no text)");
    E::from(Fault::internal(format!("a handler panicked: {text}"))).into_response()
}
