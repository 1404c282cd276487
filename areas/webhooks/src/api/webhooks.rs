//! `/v1/webhooks`: listed, made, read, changed, deleted, switched, and given other secrets.

use axum::Json;
use axum::response::Response;
use edge::{AreaJson, AreaPath};
use http::StatusCode;
use idempotency::{Answered, Keyed, KeyedJson};
use outgoing::address::Address;

use super::caller::OnlineUser;
use super::error::ApiError;
use super::path::WebhookPath;
use super::wire::{WebhookList, WebhookSecret, WebhookTerms, WebhookView};
use super::{BODY_BYTES_MAX, examples};
use crate::state::WebhooksState;
use crate::webhook::Wanted;
use crate::work::administration::ShownSecret;
use crate::work::change::change;
use crate::work::rotate::rotate;
use crate::work::switch::{delete, switch_off, switch_on};
use crate::work::{create, log};

/// Webhooks of the software
///
/// Those that the calling software has for the company. It takes the right to administer the company.
#[utoipa::path(
    get,
    path = "/v1/webhooks",
    tag = "Webhooks",
    responses((status = 200, description = "The webhooks.", body = WebhookList, example = json!(examples::webhooks()))),
)]
pub(super) async fn list_webhooks(user: OnlineUser) -> Result<Json<WebhookList>, ApiError> {
    let found = log::list(&user.by).await?;
    Ok(Json(WebhookList { webhooks: found.iter().map(Into::into).collect() }))
}

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
    user: OnlineUser,
    KeyedJson(terms, keyed): KeyedJson<ApiError, WebhookTerms, BODY_BYTES_MAX>,
) -> Result<Response, ApiError> {
    let (address, wanted) = read(&user.by.state, &terms)?;
    let terms = create::Terms { id: None, client: user.caller.client.clone(), address, wanted };
    let render = |shown: &ShownSecret| Answered::json(StatusCode::CREATED, &WebhookSecret::from(shown));
    let work = async |keep| Ok(create::create(&user.by, terms, keep).await?);
    user.by.state.idempotency.answer(keyed, &*user.caller, render, work).await
}

fn read(state: &WebhooksState, terms: &WebhookTerms) -> Result<(Address, Wanted), ApiError> {
    let address = state.transport.address(&terms.url).map_err(ApiError::url)?;
    Ok((address, Wanted::from_names(terms.types.iter().map(String::as_str))?))
}

/// One webhook
#[utoipa::path(
    get,
    path = "/v1/webhooks/{id}",
    tag = "Webhooks",
    responses((status = 200, description = "The webhook.", body = WebhookView, example = json!(examples::webhook()))),
)]
pub(super) async fn get_webhook(
    user: OnlineUser,
    AreaPath(path, _): AreaPath<ApiError, WebhookPath>,
) -> Result<Json<WebhookView>, ApiError> {
    Ok(Json(WebhookView::from(&log::get(&user.by, path.id()?).await?)))
}

/// Change a webhook
///
/// Its address and its types become those of the body. While it is on, what waits is delivered to another address at
/// once, and that has 72 hours of its own.
#[utoipa::path(
    put,
    path = "/v1/webhooks/{id}",
    tag = "Webhooks",
    request_body(content = WebhookTerms, example = json!(examples::terms())),
    responses((status = 200, description = "The webhook.", body = WebhookView, example = json!(examples::webhook()))),
)]
pub(super) async fn update_webhook(
    user: OnlineUser,
    AreaPath(path, _): AreaPath<ApiError, WebhookPath>,
    AreaJson(terms, _): AreaJson<ApiError, WebhookTerms, BODY_BYTES_MAX>,
) -> Result<Json<WebhookView>, ApiError> {
    let terms = read(&user.by.state, &terms)?;
    Ok(Json(WebhookView::from(&change(&user.by, (path.id()?, None), terms).await?)))
}

/// Delete a webhook
///
/// It is told of nothing any more, and its log is gone.
#[utoipa::path(
    delete,
    path = "/v1/webhooks/{id}",
    tag = "Webhooks",
    responses((status = 204, description = "It is gone.")),
)]
pub(super) async fn delete_webhook(
    user: OnlineUser,
    AreaPath(path, _): AreaPath<ApiError, WebhookPath>,
) -> Result<StatusCode, ApiError> {
    delete(&user.by, path.id()?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Switch a webhook on
///
/// What waited when it was switched off is delivered. Events that happened meanwhile are not: `GET /v1/events` lists
/// them.
#[utoipa::path(
    post,
    path = "/v1/webhooks/{id}/on",
    tag = "Webhooks",
    responses((status = 200, description = "The webhook.", body = WebhookView, example = json!(examples::webhook()))),
)]
pub(super) async fn switch_on_webhook(
    user: OnlineUser,
    AreaPath(path, _): AreaPath<ApiError, WebhookPath>,
) -> Result<Json<WebhookView>, ApiError> {
    Ok(Json(WebhookView::from(&switch_on(&user.by, path.id()?).await?)))
}

/// Switch a webhook off
///
/// What waits goes on waiting.
#[utoipa::path(
    post,
    path = "/v1/webhooks/{id}/off",
    tag = "Webhooks",
    responses((status = 200, description = "The webhook.", body = WebhookView, example = json!(examples::webhook()))),
)]
pub(super) async fn switch_off_webhook(
    user: OnlineUser,
    AreaPath(path, _): AreaPath<ApiError, WebhookPath>,
) -> Result<Json<WebhookView>, ApiError> {
    Ok(Json(WebhookView::from(&switch_off(&user.by, path.id()?).await?)))
}

/// Replace the secret of a webhook
///
/// The answer has the new secret and the new public key, which are never shown again. For 24 hours those before sign
/// too, so that the receiver can be changed at any time of it. Send an `Idempotency-Key`: a repeat without it replaces
/// them once more, and then those that the receiver has sign no longer.
#[utoipa::path(
    post,
    path = "/v1/webhooks/{id}/secret",
    tag = "Webhooks",
    responses((status = 200, description = "The webhook and its secret.", body = WebhookSecret,
        example = json!(examples::secret()))),
)]
pub(super) async fn replace_webhook_secret(
    user: OnlineUser,
    AreaPath(path, _): AreaPath<ApiError, WebhookPath>,
    keyed: Keyed<ApiError>,
) -> Result<Response, ApiError> {
    let id = path.id()?;
    let render = |shown: &ShownSecret| Answered::json(StatusCode::OK, &WebhookSecret::from(shown));
    let work = async |keep| Ok(rotate(&user.by, (id, None), keep).await?);
    user.by.state.idempotency.answer(keyed, &*user.caller, render, work).await
}
