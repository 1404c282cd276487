//! `GET /v2/contents/webinars/{id}`.

use axum::Json;
use axum::extract::State;
use edge::{AcceptLanguage, AreaPath, Authenticated};

use super::WebinarsState;
use super::error::WebinarsError;
use super::request_headers::{HeaderParameters, RequestHeaders};
use super::view::{View, example};
use super::wire::{WebinarResponse, WebinarsErrorBody};
use crate::work::read_webinar::read_webinar;

/// One published webinar; it is not new to the user from then on.
///
/// A webinar that is not yet published is answered like one that does not exist.
#[utoipa::path(
    get,
    path = "/v2/contents/webinars/{id}",
    operation_id = "getWebinarById",
    tag = "Webinars",
    params(
        ("id" = String, Path, min_length = 1, max_length = 64, example = "2026-11-cash-flow",
            description = "Content id"),
        HeaderParameters,
        AcceptLanguage,
    ),
    responses(
        (status = 200, description = "The webinar", body = WebinarResponse, example = json!(example())),
        (status = 400, description = "There is no such webinar, or a header is wrong", body = WebinarsErrorBody,
            example = json!({"code": 400, "error": "CNT-106", "message": "The webinar is not found"})),
    ),
    security(("accessToken" = [], "idToken" = [])),
)]
pub(crate) async fn get_webinar(
    State(state): State<WebinarsState>,
    caller: Authenticated<WebinarsError>,
    headers: RequestHeaders,
    AreaPath(id, _): AreaPath<WebinarsError, String>,
) -> Result<Json<WebinarResponse>, WebinarsError> {
    let now = state.edge.clock().now();
    let webinar =
        read_webinar(&state.store, &caller.user, now, &id).await?.ok_or(WebinarsError::WebinarNotFound)?;
    let view = View { now, language: headers.language, zone: &state.zone, host: &state.media_host };
    Ok(Json(view.webinar(&webinar, false)))
}
