//! `/bank/integrations`: software that works for the company, for its administrators (IDN-12).

mod calls;
mod detail;
mod fields;
mod list;
mod register;
mod secret;
mod settings;
mod switch;
mod words;
mod words_calls;

use ::pages::{OnlineBankForm, PageError, see_done};
use axum::Router;
use axum::response::Response;
use axum::routing::{get, post};
use clients::ClientStatus;
use edge::EdgeError;
use kernel::ClientId;

use crate::pages::CompanyPages;

pub(super) fn routes() -> Router<CompanyPages> {
    Router::new()
        .route("/bank/integrations", get(list::get).post(register::post))
        .route("/bank/integrations/{id}", get(detail::get))
        .route("/bank/integrations/{id}/calls", get(calls::get))
        .route("/bank/integrations/{id}/settings", post(settings::post))
        .route("/bank/integrations/{id}/secret", post(secret::replace))
        .route("/bank/integrations/{id}/secret/end", post(secret::end))
        .route("/bank/integrations/{id}/revoke", post(switch::revoke))
        .route("/bank/integrations/{id}/off", post(switch::off))
        .route("/bank/integrations/{id}/on", post(switch::on))
}

/// Reads the client of a path; a text that is no identifier names none.
fn client_id(text: &str) -> Result<ClientId, PageError> {
    text.parse().map_err(|_| PageError::NotFound)
}

fn version(form: &OnlineBankForm) -> Result<i64, PageError> {
    form.field("version").parse().map_err(|_| EdgeError::malformed("The field `version` is no number").into())
}

/// Leads back to the page of a client, which says what was done.
fn done(id: &ClientId, what: &str) -> Response {
    see_done(&format!("/bank/integrations/{id}?done={what}"))
}

/// Chooses the class of the badge of a status.
const fn badge(status: ClientStatus) -> &'static str {
    match status {
        ClientStatus::Active => "good",
        ClientStatus::SwitchedOff => "warning",
        ClientStatus::Disabled => "bad",
    }
}
