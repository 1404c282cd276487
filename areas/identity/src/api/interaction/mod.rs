//! `GET /authorize`: the operation that begins a login. The pages that follow it are in [`crate::pages::steps`].

mod authorize;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::pages::steps;
use crate::state::IdentityState;

/// Returns the routes that a browser uses. Only the first is part of the contract with clients.
pub fn router() -> OpenApiRouter<IdentityState> {
    OpenApiRouter::new()
        .routes(routes!(authorize::get, authorize::post))
        .merge(OpenApiRouter::from(steps::router()))
}
