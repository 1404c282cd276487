//! Tariff plan change requests with a real document (spec sections 2.4, 3.3, 4.4 and its part of 7).
//!
//! A client asks for another plan, or asks that a change that lies ahead be cancelled. The request is a document, made
//! once from a versioned template, kept as HTML and as PDF; it is signed in the online bank, carried out by a worker,
//! and the plan changes on its day. `plan`, `request`, `request_state`, `signing`, `decision`, `document` and `letter`
//! are the bank; `work` is what is done with it, `store` keeps it, `api` and `pages` show it, `worker` runs the jobs,
//! and `import` loads the bank's files.
//!
//! A request's way: `work/create.rs` → `work/sign.rs` → `work/carry_out.rs` → `work/take_effect.rs`; a file with
//! several units of work says what happens after a crash between them.
//!
//! The mail module lives here too: `letter` and `attachment`. Letters are about anything; requests were the first to
//! write some, in the unit of work of what the letter tells of, which is why both share a room.
//!
//! To let the list be filtered by another field, add it to `request_query`, with an index in a new migration. To change
//! what documents say, see [`document`].

mod api;
pub mod attachment;
pub mod broken_rule;
pub mod comparison;
mod date_text;
pub mod decision;
pub mod document;
mod import;
pub mod letter;
mod pages;
pub mod plan;
pub mod request;
pub mod request_query;
pub mod request_state;
pub mod signing;
mod state;
mod store;
pub mod triggers;
pub mod viewer;
pub mod wish;
pub mod work;
pub mod worker;

pub use crate::api::OPERATIONS;
pub use crate::import::importers;
pub use crate::pages::{LettersGuide, TariffPages, TariffsGuide, pages};
pub use crate::state::{TariffRequestsState, TariffSettings};
pub use crate::store::MIGRATIONS;
pub use crate::store::list::plan_of_page;
pub use crate::worker::workers;

use ::pages::Section;
use area::{Area, Given, Opened};

pub static AREA: Area = Area {
    prefixes: api::PREFIXES,
    sections: &[Section::Tariffs, Section::Letters],
    queries: store::QUERIES,
    dynamic_queries: |cnum, _| store::list::dynamic_queries(cnum).map_err(|error| format!("{error:?}")),
    importers,
    job_kinds: work::job_kind::ALL,
    kept: &[&work::archive_requests::REQUESTS, &work::archive_letters::LETTERS],
    triggers: triggers::TRIGGERS,
    orders: &[&work::take_decision::DECIDE, &work::letter_orders::ANSWER],
    ..Area::new("tariff-requests", &MIGRATIONS, || OPERATIONS.openapi())
};

/// Takes the answers that come to the desk of this state.
pub fn take_answers(state: &TariffRequestsState) {
    let taking = |desk| TariffRequestsState { desk, ..state.clone() };
    state.desk.register(|desk| work::take_decision::Decisions(taking(desk)));
    state.desk.register(|desk| work::letter_orders::LetterAnswers(taking(desk)));
}

pub fn open(given: &Given, settings: TariffSettings) -> Opened {
    let tariffs = TariffRequestsState::new(given, settings);
    take_answers(&tariffs);
    let of_sandbox = tariffs.clone();
    Opened::of(OPERATIONS.routes(tariffs.clone()))
        .with_sandbox(given.sandbox.as_ref(), api::SANDBOX_PREFIXES, || api::sandbox_routes(of_sandbox))
        .with_workers(workers(&tariffs))
        .with_guide(TariffsGuide(tariffs.clone()))
        .with_guide(LettersGuide(tariffs.clone()))
        .with_pages(|site| pages::pages(TariffPages::new(site, tariffs)))
}
