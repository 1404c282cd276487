//! The areas of a listener, told apart by the beginnings of paths.

use std::cmp::Reverse;
use std::convert::Infallible;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use axum::extract::Request;
use axum::response::Response;
use axum::routing::future::RouteFuture;
use tower::Service;

/// The areas of one listener. A path belongs to the area with the longest prefix at or below which it lies, whether the
/// area knows it or not: its answer has that area's body in every case.
///
/// Routers with fallbacks cannot be merged, and nested ones rewrite the address of every request twice; this looks at
/// the prefixes and hands the request on as it is.
#[derive(Clone, Debug)]
pub struct Areas {
    by_prefix: Arc<[(&'static str, Router)]>,
    otherwise: Router,
}

impl Areas {
    /// The areas with their path prefixes, for example `/v1/accounts`: every path at or below a prefix belongs to the
    /// area, and each of its routes lies there; `/` is every path. A path of no area is unknown.
    pub fn new(areas: Vec<(&'static [&'static str], Router)>) -> Self {
        let mut by_prefix: Vec<(&'static str, Router)> = areas
            .into_iter()
            .flat_map(|(prefixes, router)| prefixes.iter().map(move |prefix| (*prefix, router.clone())))
            .collect();
        by_prefix.sort_by_key(|(prefix, _)| Reverse(prefix.len()));
        Self { by_prefix: by_prefix.into(), otherwise: Router::new() }
    }

    /// The same areas; `otherwise` answers the paths of none.
    pub fn or_else(self, otherwise: Router) -> Self {
        Self { otherwise, ..self }
    }

    fn find(&self, path: &str) -> &Router {
        let own = |prefix: &str| match path.strip_prefix(prefix) {
            _ if prefix == "/" => true,
            Some(rest) => rest.is_empty() || rest.starts_with('/'),
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
