//! `POST /v1/webhooks`.

use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use idempotency::{Answered, KeyedJson};

use super::caller::OnlineUser;
use super::error::ApiError;
use super::wire::{WebhookSecret, WebhookTerms};
use super::{BODY_BYTES_MAX, examples};
use crate::state::WebhooksState;
use crate::webhook::Wanted;
use crate::work::administration::Shown;
use crate::work::create;
use outgoing::address::Address;

/// Make a webhook
///
/// It is told of events from now on. The answer has its secret, which is never shown again. A company has 10 at most.
#[utoipa::path(
    post,
    path = "/v1/webhooks",
    tag = "Webhooks",
    request_body(content = WebhookTerms, example = json!(examples::terms())),
    responses((status = 201, description = "The webhook and its secret.", body = WebhookSecret,
        example = json!(examples::secret()))),
)]
pub(super) async fn create_webhook(
    State(state): State<WebhooksState>,
    user: OnlineUser,
    KeyedJson(terms, keyed): KeyedJson<ApiError, WebhookTerms, BODY_BYTES_MAX>,
) -> Result<Response, ApiError> {
    let terms = create::Terms {
        client: user.0.client.clone(),
        address: Address::parse(&terms.url, state.transport.reach()).map_err(ApiError::Url)?,
        wanted: Wanted::from_names(terms.types.iter().map(String::as_str))?,
    };
    let render = |shown: &Shown| Answered::json(StatusCode::CREATED, &WebhookSecret::from(shown));
    let work = async |keep| Ok(create::create(&state, &user.administrator(), terms, keep).await?);
    state.idempotency.answer(keyed, user.caller(), render, work).await
}
