//! Currency transaction certificates: messages of ISO 20022 auth.024 come in, are validated, stored once, checked in
//! the background and answered with a status report (spec sections 2.3 and 4.3).
//!
//! ```text
//! POST → work::take_in: iso20022 (guard, schema), checks::message, one unit of work (task, bytes, certificates, job)
//!      → taskId
//! job  → work::check: checks::certificate, each certificate by itself → ACCEPTED | PARTLY_ACCEPTED | REJECTED
//!      → status report auth.027
//! ```
//!
//! To add a check of a certificate, write it in `checks/` with a [`reason::ReasonCode`] of its own and a row in
//! docs/api/currency-certificates.md; to take another message definition, add its schema to crate `iso20022`.

mod api;
pub mod certificate;
pub mod checks;
pub mod examples;
pub mod message;
mod pages;
pub mod reason;
pub mod report;
mod state;
mod store;
pub mod task;
pub mod triggers;
pub mod viewer;
pub mod work;
mod worker;

pub use crate::api::OPERATIONS;
pub use crate::pages::{CertificatesGuide, CertificatesPages, routes as pages};
pub use crate::state::{CertificatesState, DOCUMENT_BYTES_MAX, LARGE_AT_ONCE_MAX, MESSAGES, VIOLATIONS_MAX};
pub use crate::store::MIGRATIONS;
pub use crate::work::job_kind::CHECK;
pub use crate::worker::workers;

use ::pages::Section;
use area::{Area, Given, Opened};
use iso20022::Reader;
use kernel::Bic;

/// The area as the program lists it.
pub static AREA: Area = Area {
    prefixes: api::PREFIXES,
    sections: &[Section::Certificates],
    queries: store::QUERIES,
    job_kinds: work::job_kind::ALL,
    kept: &[&work::archive_tasks::TASKS],
    triggers: triggers::TRIGGERS,
    orders: &[&work::take_decision::DECIDE],
    ..Area::new("currency-certificates", &MIGRATIONS, || OPERATIONS.openapi())
};

/// Opens the area for the bank with this identifier; `reader` knows the schemas of [`MESSAGES`].
pub fn open(given: &Given, reader: Reader, bank: Bic) -> Opened {
    let certificates = CertificatesState::new(given, reader, bank);
    let taking = certificates.clone();
    given.desk.register(|desk| work::take_decision::Decisions(CertificatesState { desk, ..taking }));
    let of_sandbox = certificates.clone();
    Opened::of(OPERATIONS.routes(certificates.clone()))
        .with_sandbox(given.sandbox.as_ref(), api::SANDBOX_PREFIXES, || api::sandbox_routes(of_sandbox))
        .with_workers(workers(&certificates))
        .with_guide(CertificatesGuide(certificates.clone()))
        .with_pages(|site| pages::routes(CertificatesPages { site, area: certificates }))
}
