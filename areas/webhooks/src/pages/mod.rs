//! `/bank/webhooks`: addresses that are told of events, for administrators of the company.

mod acts;
mod create;
mod delivery;
mod detail;
mod fields;
mod guide;
mod list;
mod secret;
mod terms;
mod words;

pub use guide::WebhooksGuide;

use ::pages::{AreaPages, OnlineBank, PageError, see_done};
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::{get, post};
use edge::EdgeError;

use crate::state::WebhooksState;
use crate::webhook::{WebhookId, WebhookState};
use crate::work::administration::{Administration, WebhookError};

const PATH: &str = "/bank/webhooks";

pub type WebhooksPages = AreaPages<WebhooksState>;

pub(crate) type Pages = State<WebhooksPages>;

pub fn routes(pages: WebhooksPages) -> Router {
    Router::new()
        .route(PATH, get(list::get).post(create::post))
        .route("/bank/webhooks/{id}", get(detail::get))
        .route("/bank/webhooks/{id}/terms", post(terms::post))
        .route("/bank/webhooks/{id}/secret", post(secret::post))
        .route("/bank/webhooks/{id}/test", post(acts::send_test_event))
        .route("/bank/webhooks/{id}/off", post(acts::off))
        .route("/bank/webhooks/{id}/on", post(acts::on))
        .route("/bank/webhooks/{id}/delete", post(acts::delete_webhook))
        .route("/bank/webhooks/{id}/redeliver", post(acts::redeliver))
        .route("/bank/webhooks/{id}/deliveries/{event_id}", get(delivery::get))
        .with_state(pages)
}

/// Returns the person as an administrator of the company, who sees the webhooks of all its software.
fn administration(pages: &WebhooksPages, bank: &OnlineBank) -> Result<Administration, PageError> {
    if !bank.is_administrator {
        return Err(PageError::Forbidden);
    }
    let (user, company) = (bank.user.clone(), bank.company.clone());
    Ok(Administration { state: pages.area.clone(), user, company, client: None })
}

/// Reads the webhook of a path; a text that is no identifier names none.
fn webhook_id(text: &str) -> Result<WebhookId, PageError> {
    text.parse().map_err(|_| PageError::NotFound)
}

/// Leads back to the page of a webhook, which says what was done.
fn done(id: WebhookId, what: &str) -> Response {
    see_done(&format!("{PATH}/{id}?done={what}"))
}

const fn badge(state: WebhookState) -> &'static str {
    match state {
        WebhookState::On => "good",
        WebhookState::Off | WebhookState::Deleted => "warning",
        WebhookState::Unreachable => "bad",
    }
}

/// Chooses the page for a decision that no form explains.
impl From<WebhookError> for PageError {
    fn from(error: WebhookError) -> Self {
        match error {
            WebhookError::NotAllowed
            | WebhookError::NotOnline
            | WebhookError::NotListed
            | WebhookError::NotReadable => Self::Forbidden,
            WebhookError::NotFound | WebhookError::EventNotFound | WebhookError::ClientNotFound => {
                Self::NotFound
            }
            WebhookError::TooMany
            | WebhookError::MadeBefore
            | WebhookError::Changed
            | WebhookError::SwitchedOff
            | WebhookError::Period
            | WebhookError::Forgotten
            | WebhookError::Restored(_) => Self::Conflict,
            WebhookError::TooOften(error) => error.into(),
            WebhookError::Sealing(error) => EdgeError::internal(error.to_string()).into(),
            WebhookError::Secret(error) => EdgeError::internal(error.to_string()).into(),
            WebhookError::Store(error) => error.into(),
        }
    }
}
