//! Unified treasury connection: the companies that a user, or a given tax number, may include in a unified treasury
//! (spec sections 2.7 and 4.7).
//!
//! One pure function decides who may be included, [`eligibility::is_eligible`]. Companies, groups and rights
//! come from the crate `clients`; which companies are in a treasury already is this area's own table, which the bank
//! loads; which companies have an open settlement account is read from the view `open_settlement_accounts`, which the
//! program makes out of the tables of the accounts area (docs/adr/0007). So one statement reads a list.
//!
//! To change a rule, change the table of [`eligibility`] and its test.

mod api;
pub mod eligibility;
mod import;
mod pages;
mod store;
pub mod triggers;
mod work;

pub use crate::api::OPERATIONS;
pub use crate::pages::{TreasuryPages, routes as pages};

use ::pages::Section;
use area::{Area, Given, Opened};

pub static AREA: Area = Area {
    prefixes: api::PREFIXES,
    sections: &[Section::Treasury],
    queries: &[store::QUERIES],
    importers: import::importers,
    triggers: triggers::TRIGGERS,
    ..Area::new("treasury", &store::MIGRATIONS, || api::OPERATIONS.openapi())
};

pub fn open(given: &Given) -> Opened {
    let store = given.store.clone();
    Opened::of(api::OPERATIONS.routes(given.into()))
        .with_pages(|site| pages::routes(TreasuryPages { site, area: store }))
}
