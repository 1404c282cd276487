//! The operations of an area as one value.

use std::fmt;

use axum::Router;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use super::{About, DescribedError, described};
use crate::area::{AreaLimits, area_router};

/// The operations of an area: the list that serves them describes them too.
pub struct Operations<S> {
    limits: AreaLimits,
    about: About,
    list: fn() -> OpenApiRouter<S>,
    serve: fn(AreaLimits, Router) -> Router,
    describe: fn(OpenApi, AreaLimits, &About) -> OpenApi,
}

impl<S: Clone + Send + Sync + 'static> Operations<S> {
    /// Makes the operations of `list`, each routed by [`operation!`](crate::operation) with its full path; `E` is the
    /// error of the area.
    pub const fn new<E: DescribedError>(
        limits: AreaLimits,
        about: About,
        list: fn() -> OpenApiRouter<S>,
    ) -> Self {
        Self { limits, about, list, serve: area_router::<E>, describe: described::<E> }
    }

    /// Routes them with everything they answer: [`area_router`].
    pub fn routes(&self, state: S) -> Router {
        let (router, _) = (self.list)().with_state(state).split_for_parts();
        (self.serve)(self.limits, router)
    }

    /// Describes them in OpenAPI 3.1: [`described`].
    pub fn openapi(&self) -> OpenApi {
        (self.describe)((self.list)().into_openapi(), self.limits, &self.about)
    }
}

impl<S> fmt::Debug for Operations<S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Operations").field("limits", &self.limits).finish_non_exhaustive()
    }
}
