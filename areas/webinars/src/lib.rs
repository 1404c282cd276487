//! Webinars that the bank publishes, with their events and the marks of those a user has read (spec sections 2.6, 3.4,
//! 4.6).
//!
//! A webinar is loaded by the bank once, in both languages. Everything that changes with time follows the clock when
//! it is read: publication, the status of the event and its label. The only thing that a request writes is that a
//! user has read a webinar.
//!
//! To show another field, add it to [`webinar::Webinar`], a migration, `store`, `import.rs` and `api/wire.rs`; the test
//! `web_01` names every field of the answer.

mod api;
mod import;
pub mod media;
mod pages;
mod store;
pub mod triggers;
pub mod webinar;
mod work;

pub use crate::api::{Catalogue, OPERATIONS, WebinarsState};
pub use crate::import::importers;
pub use crate::pages::{WebinarsPages, routes as pages};
pub use crate::store::MIGRATIONS;
pub use crate::work::next_change;

use ::pages::Section;
use area::{Area, Given, Opened};

use crate::media::MediaHost;

/// The area as the program lists it.
pub static AREA: Area = Area {
    prefixes: api::PREFIXES,
    sections: &[Section::Webinars],
    tables: &[<store::WebinarRow<'_> as ::store::TableRow>::TABLE],
    queries: &[store::QUERIES],
    importers,
    triggers: triggers::TRIGGERS,
    ..Area::new("webinars", &MIGRATIONS, || OPERATIONS.openapi())
};

/// Opens the area; pictures and files are on `media_host`.
pub fn open(given: &Given, media_host: MediaHost) -> Opened {
    let Given { store, edge, zone, .. } = given.clone();
    let state = WebinarsState { store, edge, zone, media_host, catalogue: Catalogue::default() };
    Opened::of(OPERATIONS.routes(state.clone()))
        .with_pages(|site| pages::routes(WebinarsPages { site, area: state }))
}
