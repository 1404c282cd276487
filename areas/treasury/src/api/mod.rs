//! The operations over HTTP.

mod eligible_companies;
mod error;
mod examples;
mod user_eligible_companies;
mod wire;

use area::Basics;
use axum::Router;
use edge::{About, Absent, AreaLimits, PageOf, Paged, Paging, operation};
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use error::TreasuryError;

/// The paths of this area, with everything below them.
pub(crate) const PREFIXES: &[&str] = &["/v1/connections"];

/// No operation has a body.
const BODY_BYTES_MAX: usize = 0;
const LIMITS: AreaLimits =
    AreaLimits { name: "treasury", body_bytes_max: BODY_BYTES_MAX, request_time_max: edge::REQUEST_TIME_MAX };

const ABOUT: About = About {
    title: "Unified treasury connection",
    version: "0.0.8",
    description: "Companies that a user, or a given tax number, may include in a unified treasury.",
    tags: &[("Treasury", "Companies that may be in a unified treasury (spec sections 2.7 and 4.7).")],
};

/// The operations of this area with everything they answer.
pub fn routes(state: Basics) -> Router {
    let (router, _) = operations().with_state(state).split_for_parts();
    edge::area_router::<TreasuryError>(LIMITS, router)
}

/// The OpenAPI description of this area.
#[must_use]
pub(crate) fn openapi() -> OpenApi {
    edge::described::<TreasuryError>(operations().into_openapi(), LIMITS, &ABOUT)
}

fn operations() -> OpenApiRouter<Basics> {
    OpenApiRouter::new()
        .routes(operation!(user_eligible_companies::get_user_eligible_companies))
        .routes(operation!(eligible_companies::get_eligible_companies))
}

/// Companies that may be included.
pub(super) struct Companies;

impl Paged for Companies {
    const PAGING: Paging = Paging::by_offset("companies", 1000, Absent::Means(100));
}

/// The part of a list that is asked for.
type CompaniesAsked = PageOf<Companies>;
