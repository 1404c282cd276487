//! The operations over HTTP, mounted under both families of paths.

mod deprecated;
mod error;
mod operations;
mod wire;
mod written;

use area::Basics;
use axum::middleware::from_fn;
use edge::{About, AreaLimits, OperationList, Operations, operation};
use utoipa::openapi::OpenApi;

use error::AgreementsError;
pub(crate) use wire::Agreement;

/// The paths of this area, with everything below them.
pub(crate) const PREFIXES: &[&str] = &["/trade-finance/v1/agreements", "/ui/v1/agreements"];

const FAMILY: &str = "/trade-finance/v1";
const DEPRECATED_FAMILY: &str = "/ui/v1";
const CNUMS_MAX: usize = 100;
/// No operation has a body.
const BODY_BYTES_MAX: usize = 0;

const LIMITS: AreaLimits = AreaLimits::new("agreements", BODY_BYTES_MAX);

/// Spec section 9 names no version for agreements.
const ABOUT: About = About {
    title: "Agreements",
    version: "1.0.0",
    description: "Trade-finance guarantee agreements. The paths under /ui/v1 are deprecated.",
    tags: &[("Agreements", "Trade-finance agreements (spec sections 2.8 and 4.8).")],
};

pub static OPERATIONS: Operations<Basics> = Operations::new::<AgreementsError>(LIMITS, ABOUT, operations);

pub(crate) fn openapi() -> OpenApi {
    let mut document = OPERATIONS.openapi();
    deprecated::mark(&mut document);
    document
}

/// The same operations in both families; the old one says of itself that it is deprecated.
fn operations() -> OperationList<Basics> {
    let family = || {
        let list = operation!(operations::get_agreements, AgreementsError::NOT_PERMITTED);
        let get = operation!(operations::get_agreement_by_id, AgreementsError::NOT_FOUND);
        OperationList::new().routes(list).routes(get)
    };
    OperationList::new()
        .nest(FAMILY, family())
        .nest(DEPRECATED_FAMILY, family().layer(from_fn(deprecated::announce)))
}
