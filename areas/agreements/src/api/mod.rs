//! The operations over HTTP, mounted under both families of paths.

mod deprecated;
mod error;
mod example;
mod get;
mod list;
mod wire;
mod written;

use std::collections::BTreeSet;

use axum::Router;
use axum::extract::FromRef;
use axum::middleware::from_fn;
use edge::{About, Area, Edge, QueryList};
use store::Store;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use error::AgreementsError;
pub(crate) use wire::Agreement;

/// The paths of this area, with everything below them.
pub const PREFIXES: &[&str] = &["/trade-finance/v1/agreements", "/ui/v1/agreements"];

/// Family of paths of the operations.
const FAMILY: &str = "/trade-finance/v1";
/// Their former family.
const DEPRECATED_FAMILY: &str = "/ui/v1";
/// No operation has a body.
const BODY_BYTES_MAX: usize = 0;

const AREA: Area =
    Area { name: "agreements", body_bytes_max: BODY_BYTES_MAX, request_time_max: edge::REQUEST_TIME_MAX };

/// Spec section 9 names no version for agreements.
const ABOUT: About = About {
    title: "Agreements",
    version: "1.0.0",
    description: "Trade-finance guarantee agreements. The paths under /ui/v1 are deprecated.",
    tags: &[("Agreements", "Trade-finance agreements (spec sections 2.8 and 4.8).")],
};

/// The most companies of one request.
const CNUMS_MAX: usize = 100;

/// State of the operations.
#[derive(Clone)]
pub struct AgreementsState {
    /// The database.
    pub store: Store,
    /// Verification of tokens and the clock.
    pub edge: Edge,
}

impl std::fmt::Debug for AgreementsState {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("AgreementsState").finish_non_exhaustive()
    }
}

impl FromRef<AgreementsState> for Edge {
    fn from_ref(state: &AgreementsState) -> Self {
        state.edge.clone()
    }
}

/// The routes of this area and their OpenAPI description.
pub fn routes(state: AgreementsState) -> (Router, OpenApi) {
    let (router, _) = operations().with_state(state).split_for_parts();
    (edge::area_router::<AgreementsError>(AREA, router), openapi())
}

/// The OpenAPI description of this area.
#[must_use]
pub fn openapi() -> OpenApi {
    let mut document = edge::described::<AgreementsError>(operations().into_openapi(), AREA, &ABOUT);
    deprecated::mark(&mut document);
    document
}

/// The same operations in both families; the old one says of itself that it is deprecated.
fn operations() -> OpenApiRouter<AgreementsState> {
    let family =
        || OpenApiRouter::new().routes(routes!(list::list_agreements)).routes(routes!(get::get_agreement));
    OpenApiRouter::new()
        .nest(FAMILY, family())
        .nest(DEPRECATED_FAMILY, family().layer(from_fn(deprecated::announce)))
}

/// The companies asked for, each once: at least one, repeated or divided by commas.
fn cnums(query: &QueryList<AgreementsError>) -> Result<BTreeSet<&str>, AgreementsError> {
    let cnums = query.list("cnums");
    match cnums.len() {
        1..=CNUMS_MAX if cnums.iter().all(|cnum| !cnum.is_empty()) => Ok(cnums.into_iter().collect()),
        _ => Err(AgreementsError::CnumsMalformed),
    }
}
