//! `/v1/webhooks/{id}/deliveries`, and deliveries that are asked for.

use axum::Json;
use axum::response::{IntoResponse, Response};
use edge::{AreaJson, AreaPath, AreaQuery, EdgeError};
use events::{Event, EventId};
use http::StatusCode;
use idempotency::{Answered, Keyed};
use kernel::Instant;

use super::asked::DeliveriesAsked;
use super::caller::OnlineUser;
use super::error::ApiError;
use super::path::{DeliveryPath, WebhookPath};
use super::wire::{DeliveriesPage, DeliveryDetail, Redelivered, Redelivery, TestSent};
use super::{BODY_BYTES_MAX, examples};
use crate::work::administration::WebhookError;
use crate::work::log;
use crate::work::redeliver::{redeliver_event, redeliver_period};
use crate::work::try_out::try_out;

/// Log of a webhook
///
/// Its deliveries, the newest first.
#[utoipa::path(
    get,
    path = "/v1/webhooks/{id}/deliveries",
    tag = "Webhooks",
    responses((status = 200, description = "The deliveries.", body = DeliveriesPage,
        example = json!(examples::deliveries()))),
)]
pub(super) async fn list_deliveries(
    user: OnlineUser,
    AreaPath(path, _): AreaPath<ApiError, WebhookPath>,
    AreaQuery(asked, _): AreaQuery<ApiError, DeliveriesAsked>,
) -> Result<Json<DeliveriesPage>, ApiError> {
    let page = (asked.before, i64::from(asked.limit) + 1);
    let found = log::deliveries(&user.by, path.id()?, page).await?;
    Ok(Json(DeliveriesPage::new(&found, asked.limit)))
}

/// Delivery of one event
///
/// With what is sent and with its attempts: address, time, status and the beginning of the answer.
#[utoipa::path(
    get,
    path = "/v1/webhooks/{id}/deliveries/{event_id}",
    tag = "Webhooks",
    responses((status = 200, description = "The delivery.", body = DeliveryDetail<'static>,
         example = json!(examples::detail()))),
)]
pub(super) async fn get_delivery(
    user: OnlineUser,
    AreaPath(path, _): AreaPath<ApiError, DeliveryPath>,
) -> Result<Response, ApiError> {
    let id = path.id.parse().map_err(|_| WebhookError::NotFound)?;
    let told = log::delivery(&user.by, id, &path.event_id).await?;
    let event = told.event.as_ref().map(Event::envelope).transpose();
    let detail = DeliveryDetail {
        delivery: (&told.logged).into(),
        event: event.map_err(|error| EdgeError::internal(error.to_string()))?,
        attempts: told.attempts.iter().map(Into::into).collect(),
    };
    Ok(Json(detail).into_response())
}

/// Deliver events again
///
/// One event, or those of a period that the webhook was to be told of: whether they arrived or not, under the
/// identifiers that they had. Events of types that the webhook wants no more take a user who may read them: one is
/// refused otherwise, and a period leaves them out.
#[utoipa::path(
    post,
    path = "/v1/webhooks/{id}/redeliveries",
    tag = "Webhooks",
    request_body(content = Redelivery, example = json!(examples::period())),
    responses((status = 202, description = "They are on their way.", body = Redelivered,
        example = json!({"events": 12}))),
)]
pub(super) async fn redeliver_events(
    user: OnlineUser,
    AreaPath(path, _): AreaPath<ApiError, WebhookPath>,
    AreaJson(asked, _): AreaJson<ApiError, Redelivery, BODY_BYTES_MAX>,
) -> Result<(StatusCode, Json<Redelivered>), ApiError> {
    let id = path.id()?;
    let events = match asked {
        Redelivery { event_id: Some(event), from: None, to: None } => {
            redeliver_event(&user.by, id, event).await?;
            1
        }
        Redelivery { event_id: None, from: Some(from), to: Some(to) } => {
            let period = (moment("from", &from)?, moment("to", &to)?);
            redeliver_period(&user.by, id, period).await?.events
        }
        _ => return Err(WebhookError::Period.into()),
    };
    Ok((StatusCode::ACCEPTED, Json(Redelivered { events })))
}

fn moment(name: &str, text: &str) -> Result<Instant, ApiError> {
    let wrong = |_| EdgeError::malformed(format!("`{name}` must be a moment such as 2026-11-20T00:00:00Z"));
    let timestamp: jiff::Timestamp = text.parse().map_err(wrong)?;
    Ok(timestamp.into())
}

/// Send a test event
///
/// A `webhook.test` goes to this webhook alone, whatever types it has. Its delivery is in the log.
#[utoipa::path(
    post,
    path = "/v1/webhooks/{id}/test",
    tag = "Webhooks",
    responses((status = 202, description = "It is on its way.", body = TestSent, example = json!(examples::test()))),
)]
pub(super) async fn send_test_event(
    user: OnlineUser,
    AreaPath(path, _): AreaPath<ApiError, WebhookPath>,
    keyed: Keyed<ApiError>,
) -> Result<Response, ApiError> {
    let id = path.id()?;
    let render = |event: &Option<EventId>| {
        let sent = TestSent { event_id: event.as_ref().map(ToString::to_string) };
        Answered::json(StatusCode::ACCEPTED, &sent)
    };
    let work = async |keep| Ok(try_out(&user.by, id, keep).await?);
    user.by.state.idempotency.answer(keyed, &*user.caller, render, work).await
}
