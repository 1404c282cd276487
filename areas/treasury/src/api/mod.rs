//! The operations over HTTP.

mod eligible_companies;
mod error;
mod user_eligible_companies;
mod wire;

use std::ops::RangeInclusive;

use axum::Router;
use axum::extract::FromRef;
use edge::{Area, Edge, QueryList};
use store::Store;
use utoipa::IntoParams;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use error::TreasuryError;

/// The paths of this area, with everything below them.
pub const PREFIXES: &[&str] = &["/v1/connections"];

/// No operation has a body.
const BODY_BYTES_MAX: usize = 0;
/// Items of one page.
const LIMIT: RangeInclusive<i32> = 1..=1000;
const LIMIT_DEFAULT: i32 = 100;
/// Items before the page.
const OFFSET: RangeInclusive<i32> = 0..=i32::MAX;
const OFFSET_DEFAULT: i32 = 0;

/// What the operations work with.
#[derive(Clone)]
pub struct TreasuryState {
    /// The database.
    pub store: Store,
    /// Verification of tokens and the clock.
    pub edge: Edge,
}

impl std::fmt::Debug for TreasuryState {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("TreasuryState").finish_non_exhaustive()
    }
}

impl FromRef<TreasuryState> for Edge {
    fn from_ref(state: &TreasuryState) -> Self {
        state.edge.clone()
    }
}

/// The routes of this area and their OpenAPI description.
pub fn routes(state: TreasuryState) -> (Router, OpenApi) {
    let (router, _) = operations().with_state(state).split_for_parts();
    let area =
        Area { name: "treasury", body_bytes_max: BODY_BYTES_MAX, request_time_max: edge::REQUEST_TIME_MAX };
    (edge::area_router::<TreasuryError>(area, router), openapi())
}

/// The OpenAPI description of this area.
#[must_use]
pub fn openapi() -> OpenApi {
    let description = "Companies that a user, or a given tax number, may include in a unified treasury.";
    edge::described(operations().into_openapi(), "Unified treasury connection", "0.0.8", description)
}

fn operations() -> OpenApiRouter<TreasuryState> {
    OpenApiRouter::new()
        .routes(routes!(user_eligible_companies::user_eligible_companies))
        .routes(routes!(eligible_companies::eligible_companies))
}

/// Which part of a list is asked for, as the description shows it.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "for the description; the request is read by `PageAsked`")]
struct PageParameters {
    /// The most companies of the answer.
    #[param(minimum = 1, maximum = 1000, default = 100, example = 100)]
    limit: Option<i32>,
    /// How many companies to pass over.
    #[param(minimum = 0, default = 0, example = 0)]
    offset: Option<i32>,
}

/// Which part of a list was asked for.
#[derive(Clone, Copy, Debug)]
struct PageAsked {
    offset: i32,
    limit: usize,
}

impl PageAsked {
    fn from_query(query: &QueryList<TreasuryError>) -> Result<Self, TreasuryError> {
        let limit = query.int32("limit", LIMIT)?.unwrap_or(LIMIT_DEFAULT);
        let offset = query.int32("offset", OFFSET)?.unwrap_or(OFFSET_DEFAULT);
        Ok(Self { offset, limit: usize::try_from(limit).unwrap_or_default() })
    }
}
