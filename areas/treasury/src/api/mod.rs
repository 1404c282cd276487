//! The operations over HTTP.

mod eligible_companies;
mod error;
mod user_eligible_companies;
mod wire;

use axum::Router;
use axum::extract::FromRef;
use edge::{About, Area, DefaultsTo, Edge, Int32Parameter, QueryList};
use store::Store;
use utoipa::IntoParams;
use utoipa::openapi::OpenApi;
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use error::TreasuryError;

/// The paths of this area, with everything below them.
pub const PREFIXES: &[&str] = &["/v1/connections"];

/// No operation has a body.
const BODY_BYTES_MAX: usize = 0;
/// Items of one page.
const LIMIT: Int32Parameter<DefaultsTo> = Int32Parameter {
    name: "limit",
    description: "The most companies of the answer.",
    range: 1..=1000,
    absent: DefaultsTo(100),
    example: 100,
};
/// Items before the page.
const OFFSET: Int32Parameter<DefaultsTo> = Int32Parameter {
    name: "offset",
    description: "How many companies to pass over.",
    range: 0..=i32::MAX,
    absent: DefaultsTo(0),
    example: 0,
};

const AREA: Area =
    Area { name: "treasury", body_bytes_max: BODY_BYTES_MAX, request_time_max: edge::REQUEST_TIME_MAX };

const ABOUT: About = About {
    title: "Unified treasury connection",
    version: "0.0.8",
    description: "Companies that a user, or a given tax number, may include in a unified treasury.",
    tags: &[("Treasury", "Who may be in a unified treasury (spec sections 2.7 and 4.7).")],
};

/// State of the operations.
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
    (edge::area_router::<TreasuryError>(AREA, router), openapi())
}

/// The OpenAPI description of this area.
#[must_use]
pub fn openapi() -> OpenApi {
    edge::described::<TreasuryError>(operations().into_openapi(), AREA, &ABOUT)
}

fn operations() -> OpenApiRouter<TreasuryState> {
    OpenApiRouter::new()
        .routes(routes!(user_eligible_companies::user_eligible_companies))
        .routes(routes!(eligible_companies::eligible_companies))
}

/// Part of a list that is asked for, as the description shows it.
struct PageParameters;

impl IntoParams for PageParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![LIMIT.described(), OFFSET.described()]
    }
}

/// Part of a list that was asked for.
#[derive(Clone, Copy, Debug)]
struct PageAsked {
    offset: i32,
    limit: usize,
}

impl PageAsked {
    fn from_query(query: &QueryList<TreasuryError>) -> Result<Self, TreasuryError> {
        let limit = usize::try_from(LIMIT.read(query)?).unwrap_or_default();
        Ok(Self { offset: OFFSET.read(query)?, limit })
    }
}
