//! The operations over HTTP, extensions of the specification: events for who was away, and webhooks.

mod asked;
mod caller;
mod deliveries;
mod described_events;
mod error;
mod examples;
mod list_events;
mod path;
mod webhooks;
mod wire;

use edge::{About, AreaLimits, OperationList, Operations, operation};
use utoipa::openapi::OpenApi;

use crate::state::WebhooksState;
use error::ApiError;

/// The paths of this area, with everything below them.
pub(crate) const PREFIXES: &[&str] = &["/v1/events", "/v1/webhooks"];

/// The most bytes of a body: an address and the names of all types.
const BODY_BYTES_MAX: usize = 16 * 1024;

const LIMITS: AreaLimits = AreaLimits::new("webhooks", BODY_BYTES_MAX);

const ABOUT: About = About {
    title: "Events and webhooks",
    version: "1.0.0",
    description: "Events instead of polling: a list for who was away, and webhooks by the rules of Standard \
        Webhooks. An extension of the specification.",
    tags: &[
        ("Events", "Changes, in one order."),
        ("Webhooks", "Addresses that are told of events, and the log of it."),
    ],
};

pub static OPERATIONS: Operations<WebhooksState> = Operations::new::<ApiError>(LIMITS, ABOUT, operations);

/// The OpenAPI description of this area, with an entry in `webhooks` for each type of events.
pub(crate) fn openapi() -> OpenApi {
    let mut document = OPERATIONS.openapi();
    document.webhooks = Some(described_events::webhooks());
    document
}

fn operations() -> OperationList<WebhooksState> {
    use ApiError as E;
    OperationList::new()
        .routes(operation!(list_events::list_events, E::NOT_LISTED, E::FORGOTTEN, E::RESTORED))
        .routes(operation!(webhooks::list_webhooks))
        .routes(operation!(
            webhooks::create_webhook,
            E::URL_REFUSED,
            E::TYPE_UNKNOWN,
            E::NOT_READABLE,
            E::TOO_MANY
        ))
        .routes(operation!(webhooks::get_webhook, E::NOT_FOUND))
        .routes(operation!(
            webhooks::update_webhook,
            E::NOT_FOUND,
            E::URL_REFUSED,
            E::TYPE_UNKNOWN,
            E::NOT_READABLE,
            E::CHANGED
        ))
        .routes(operation!(webhooks::delete_webhook, E::NOT_FOUND, E::CHANGED))
        .routes(operation!(webhooks::switch_on_webhook, E::NOT_FOUND, E::CHANGED))
        .routes(operation!(webhooks::switch_off_webhook, E::NOT_FOUND, E::CHANGED))
        .routes(operation!(webhooks::replace_webhook_secret, E::NOT_FOUND, E::CHANGED))
        .routes(operation!(deliveries::send_test_event, E::NOT_FOUND, E::SWITCHED_OFF))
        .routes(operation!(deliveries::list_deliveries, E::NOT_FOUND))
        .routes(operation!(deliveries::get_delivery, E::NOT_FOUND))
        .routes(operation!(
            deliveries::redeliver_events,
            E::NOT_FOUND,
            E::NOT_READABLE,
            E::SWITCHED_OFF,
            E::PERIOD
        ))
}
