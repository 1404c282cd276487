//! Trade-finance guarantee agreements, under their deprecated paths and their present ones (spec sections 2.8, 3.6,
//! 4.8).
//!
//! The bank computes agreements elsewhere and loads them here; this area shows each company its own. Columns are id,
//! company and business key, by which requests ask; the rest of the nested structure is a document, checked by the
//! types of `api/wire.rs` when it is loaded and answered as it is stored. Both path families are one router mounted
//! twice; the deprecated one says so in its headers and in its description.
//!
//! To add a field, add it to `api/wire.rs`; the test `agr_01` reads every field back.

mod api;
mod import;
mod pages;
mod store;
mod work;

pub use crate::api::OPERATIONS;
pub use crate::pages::{AgreementsPages, routes as pages};

use ::pages::Section;
use area::{Area, Given, Opened};

/// The area as the program lists it.
pub static AREA: Area = Area {
    prefixes: api::PREFIXES,
    sections: &[Section::Agreements],
    queries: &[store::QUERIES],
    importers: import::importers,
    ..Area::new("agreements", &store::MIGRATIONS, api::openapi)
};

pub fn open(given: &Given) -> Opened {
    let store = given.store.clone();
    Opened::of(api::OPERATIONS.routes(given.into()))
        .with_pages(|site| pages::routes(AgreementsPages { site, area: store }))
}
