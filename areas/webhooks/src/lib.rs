//! Events for the software of companies: the list for who was away (EVT-01), and webhooks (EVT-02, OPS-05).
//!
//! The other areas write an event with each change (crate `events`). [`Dispatcher`] numbers them and writes a delivery
//! for each webhook that wants one; a job for each webhook sends them ([`work::deliver`](crate)) by the crate
//! `outgoing`, which goes to checked addresses alone.
//!
//! To add a field of a webhook, add it to [`webhook`], a migration, `store`, `api/wire` and the page.

mod api;
pub mod backoff;
pub mod delivery;
mod pages;
mod state;
mod store;
pub mod triggers;
pub mod webhook;
mod work;
mod worker;

pub use api::OPERATIONS;
pub use pages::{WebhooksGuide, WebhooksPages, routes as pages};
pub use state::{
    BATCHES_PER_HOUR_MAX, CONNECTIONS_PER_WEBHOOK_MAX, DeliveryLimits, SINGLES_PER_HOUR_MAX, WebhookSettings,
    WebhooksState,
};
pub use store::MIGRATIONS;
pub use work::dispatch::Dispatcher;
pub use work::job_kind::DELIVER;
pub use worker::workers;

use area::{Area, Given, Opened};

/// The area as the program lists it.
pub static AREA: Area = Area {
    prefixes: api::PREFIXES,
    queries: store::QUERIES,
    job_kinds: work::job_kind::ALL,
    switches: &[&work::job_kind::WEBHOOKS],
    sealed: store::webhooks::SEALED,
    triggers: triggers::TRIGGERS,
    ..Area::new("webhooks", &MIGRATIONS, api::openapi)
};

pub fn open(given: &Given, settings: WebhookSettings) -> Opened {
    let state = WebhooksState::new(given, settings);
    Opened::of(OPERATIONS.routes(state.clone()))
        .with_workers(workers(&state))
        .with_guide(WebhooksGuide(state.clone()))
        .with_pages(|site| pages::routes(WebhooksPages { site, area: state }))
}
