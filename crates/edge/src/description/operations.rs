//! The operations of an area as one value.

use axum::Router;
use utoipa::openapi::OpenApi;

use super::{About, DescribedError, OperationList, described};
use crate::area::{AreaLimits, area_router};

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
