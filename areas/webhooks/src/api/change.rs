//! `PUT /v1/webhooks/{id}`.

use axum::extract::State;
use axum::response::Response;
use edge::{AreaJson, AreaPath};

use super::caller::OnlineUser;
use super::error::ApiError;
use super::path::WebhookPath;
use super::wire::{WebhookTerms, WebhookView};
use super::{BODY_BYTES_MAX, examples, json};
use crate::state::WebhooksState;
use crate::webhook::Wanted;
use crate::work::change::change;
use outgoing::address::Address;

/// Change a webhook
///
/// Its address and its types become those of the body. What waits is delivered to the new address.
#[utoipa::path(
    put,
    path = "/v1/webhooks/{id}",
    tag = "Webhooks",
    request_body(content = WebhookTerms, example = json!(examples::terms())),
    responses((status = 200, description = "The webhook.", body = WebhookView, example = json!(examples::webhook()))),
)]
pub(super) async fn update_webhook(
    State(state): State<WebhooksState>,
    user: OnlineUser,
    AreaPath(path, _): AreaPath<ApiError, WebhookPath>,
    AreaJson(terms, _): AreaJson<ApiError, WebhookTerms, BODY_BYTES_MAX>,
) -> Result<Response, ApiError> {
    let address = Address::parse(&terms.url, state.transport.reach()).map_err(ApiError::Url)?;
    let wanted = Wanted::from_names(terms.types.iter().map(String::as_str))?;
    let webhook = change(&state, &user.administrator(), (path.id()?, None), (address, wanted)).await?;
    Ok(json(&WebhookView::from(&webhook)))
}
