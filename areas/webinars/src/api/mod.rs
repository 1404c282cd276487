//! The operations over HTTP.

mod catalogue;
mod error;
mod get;
mod list;
mod request_headers;
mod view;
mod wire;

use axum::extract::FromRef;
use edge::{About, AreaLimits, Edge, OperationList, Operations, operation};
use kernel::BankZone;
use store::Store;

use crate::media::MediaHost;
pub use catalogue::Catalogue;
pub(crate) use catalogue::{PageAsked, Written};
use error::WebinarsError;

/// The paths of this area, with everything below them.
pub(crate) const PREFIXES: &[&str] = &["/v2/contents"];

/// No operation has a body.
const BODY_BYTES_MAX: usize = 0;

const LIMITS: AreaLimits = AreaLimits::new("webinars", BODY_BYTES_MAX);

const ABOUT: About = About {
    title: "Webinar content",
    version: "1.0.0",
    description: "Webinars of the bank: list them and get one by id.",
    tags: &[("Webinars", "Webinars that the bank publishes (spec sections 2.6, 3.4 and 4.6).")],
};

#[derive(Clone)]
pub struct WebinarsState {
    pub store: Store,
    /// Verification of tokens and the clock.
    pub edge: Edge,
    /// The zone whose offset the dates of answers carry.
    pub zone: BankZone,
    /// The host of pictures and files.
    pub media_host: MediaHost,
    /// The webinars as this process keeps them; empty at first.
    pub catalogue: Catalogue,
}

kernel::debug_shows!(WebinarsState { media_host, .. });

impl FromRef<WebinarsState> for Edge {
    fn from_ref(state: &WebinarsState) -> Self {
        state.edge.clone()
    }
}

pub static OPERATIONS: Operations<WebinarsState> =
    Operations::new::<WebinarsError>(LIMITS, ABOUT, operations);

fn operations() -> OperationList<WebinarsState> {
    OperationList::beginning_with(wire::media_schema)
        .routes(operation!(list::get_webinars))
        .routes(operation!(get::get_webinar_by_id, WebinarsError::NOT_FOUND))
}
