//! The operations over HTTP.

mod companies;
mod error;
mod examples;
mod wire;

use area::Basics;
use edge::{About, Absent, AreaLimits, OperationList, Operations, PageOf, Paged, Paging, operation};

use error::TreasuryError;

pub(crate) const PREFIXES: &[&str] = &["/v1/connections"];

/// No operation has a body.
const BODY_BYTES_MAX: usize = 0;
const LIMITS: AreaLimits = AreaLimits::new("treasury", BODY_BYTES_MAX);

const ABOUT: About = About {
    title: "Unified treasury connection",
    version: "0.0.8",
    description: "Companies that a user, or a given tax number, may include in a unified treasury.",
    tags: &[("Treasury", "Companies that may be in a unified treasury (spec sections 2.7 and 4.7).")],
};

pub static OPERATIONS: Operations<Basics> = Operations::new::<TreasuryError>(LIMITS, ABOUT, operations);

fn operations() -> OperationList<Basics> {
    OperationList::new()
        .routes(operation!(companies::get_user_eligible_companies))
        .routes(operation!(companies::get_eligible_companies))
}

/// Companies that may be included.
pub(super) struct Companies;

impl Paged for Companies {
    const PAGING: Paging = Paging::by_offset("companies", 10_000, Absent::Means(100));
}

type CompaniesAsked = PageOf<Companies>;
