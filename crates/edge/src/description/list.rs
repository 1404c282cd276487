//! A list of operations that serves them at once and describes them when somebody asks.

use std::convert::Infallible;

use axum::Router;
use axum::extract::Request;
use axum::handler::Handler;
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, Route};
use tower::{Layer, Service};
use utoipa::openapi::{HttpMethod, OpenApi};
use utoipa_axum::PathItemExt as _;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use super::{About, DescribedError, described};
use crate::area::{AreaLimits, area_router};

/// An operation with its path: [`operation!`](crate::operation).
pub struct RoutedOperation<S> {
    path: String,
    router: MethodRouter<S>,
    describe: fn() -> UtoipaMethodRouter<S>,
}

kernel::debug_shows!(RoutedOperation<S> { path, .. });

impl<S> RoutedOperation<S> {
    /// Makes an operation out of what [`operation!`](crate::operation) knows of a handler.
    pub const fn new(path: String, router: MethodRouter<S>, describe: fn() -> UtoipaMethodRouter<S>) -> Self {
        Self { path, router, describe }
    }
}

pub fn on_methods<H, T, S>(methods: &[HttpMethod], handler: &H) -> MethodRouter<S>
where
    H: Handler<T, S>,
    T: 'static,
    S: Clone + Send + Sync + 'static,
{
    let routed =
        |all: MethodRouter<S>, method: &HttpMethod| all.on(method.to_method_filter(), handler.clone());
    methods.iter().fold(MethodRouter::new(), routed)
}

/// Operations of an area. Every process serves them and few are asked what they are: a description takes ten times as
/// long as the routes, so that it is made on demand.
pub struct OperationList<S> {
    router: Router<S>,
    describe: Box<dyn FnOnce() -> OpenApiRouter<S>>,
}

kernel::debug_shows!(OperationList<S> { .. });

impl<S: Clone + Send + Sync + 'static> Default for OperationList<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Clone + Send + Sync + 'static> OperationList<S> {
    pub fn new() -> Self {
        Self { router: Router::new(), describe: Box::new(OpenApiRouter::new) }
    }

    /// A list without operations whose description begins with this document.
    pub fn beginning_with(document: fn() -> OpenApi) -> Self {
        Self { router: Router::new(), describe: Box::new(move || OpenApiRouter::with_openapi(document())) }
    }

    #[must_use]
    pub fn routes(self, operation: RoutedOperation<S>) -> Self {
        let RoutedOperation { path, router, describe } = operation;
        self.and(|all| all.route(&path, router), move |all| all.routes(describe()))
    }

    /// Adds routes that no description tells.
    #[must_use]
    pub fn untold(self, routes: Router<S>) -> Self {
        self.and(|all| all.merge(routes), |all| all)
    }

    #[must_use]
    pub fn merge(self, others: Self) -> Self {
        let Self { router, describe } = others;
        self.and(|all| all.merge(router), |all| all.merge(describe()))
    }

    /// Adds the operations of another list below this path.
    #[must_use]
    pub fn nest(self, path: &'static str, others: Self) -> Self {
        let Self { router, describe } = others;
        self.and(|all| all.nest(path, router), |all| all.nest(path, describe()))
    }

    /// Puts a layer around all operations of the list.
    #[must_use]
    pub fn layer<L>(self, layer: L) -> Self
    where
        L: Layer<Route> + Clone + Send + Sync + 'static,
        L::Service: Service<Request> + Clone + Send + Sync + 'static,
        <L::Service as Service<Request>>::Response: IntoResponse + 'static,
        <L::Service as Service<Request>>::Error: Into<Infallible> + 'static,
        <L::Service as Service<Request>>::Future: Send + 'static,
    {
        self.and(|all| all.layer(layer), |all| all)
    }

    fn and(
        self,
        routed: impl FnOnce(Router<S>) -> Router<S>,
        described: impl FnOnce(OpenApiRouter<S>) -> OpenApiRouter<S> + 'static,
    ) -> Self {
        let Self { router, describe } = self;
        Self { router: routed(router), describe: Box::new(move || described(describe())) }
    }

    pub fn into_router(self) -> Router<S> {
        self.router
    }

    /// Describes the operations: as they say of themselves, before the area completes it.
    pub fn into_openapi(self) -> OpenApi {
        (self.describe)().into_openapi()
    }
}

/// The operations of an area: the list that serves them describes them too.
pub struct Operations<S> {
    limits: AreaLimits,
    about: About,
    list: fn() -> OperationList<S>,
    serve: fn(AreaLimits, Router) -> Router,
    describe: fn(OpenApi, AreaLimits, &About) -> OpenApi,
}

impl<S: Clone + Send + Sync + 'static> Operations<S> {
    /// Makes the operations of `list`, each routed by [`operation!`](crate::operation) with its full path; `E` is the
    /// error of the area.
    pub const fn new<E: DescribedError>(
        limits: AreaLimits,
        about: About,
        list: fn() -> OperationList<S>,
    ) -> Self {
        Self { limits, about, list, serve: area_router::<E>, describe: described::<E> }
    }

    /// Routes them with everything they answer: [`area_router`].
    pub fn routes(&self, state: S) -> Router {
        (self.serve)(self.limits, (self.list)().into_router().with_state(state))
    }

    /// Describes them in OpenAPI 3.1: [`described`].
    pub fn openapi(&self) -> OpenApi {
        (self.describe)((self.list)().into_openapi(), self.limits, &self.about)
    }
}

kernel::debug_shows!(Operations<S> { limits, .. });
