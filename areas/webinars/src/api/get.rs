//! `GET /v2/contents/webinars/{id}`.

use axum::Json;
use axum::extract::State;
use edge::{AreaPath, Authenticated};
use serde::Deserialize;
use utoipa::IntoParams;

use super::WebinarsState;
use super::error::WebinarsError;
use super::request_headers::RequestHeaders;
use super::view::{View, example};
use super::wire::WebinarResponse;
use crate::work::read_webinar;

/// The webinar of a path.
#[derive(Debug, Deserialize, IntoParams)]
pub(crate) struct WebinarPath {
    /// Content id.
    #[param(min_length = 1, max_length = 64, example = "2026-11-cash-flow")]
    id: String,
}

/// One published webinar; it is not new to the user from then on.
///
/// A webinar that is not yet published is answered like one that does not exist.
#[utoipa::path(
    get,
    path = "/v2/contents/webinars/{id}",
    responses((status = 200, description = "The webinar", body = WebinarResponse, example = json!(example(false)))),
)]
pub(crate) async fn get_webinar_by_id(
    State(state): State<WebinarsState>,
    caller: Authenticated<WebinarsError>,
    headers: RequestHeaders,
    AreaPath(WebinarPath { id }, _): AreaPath<WebinarsError, WebinarPath>,
) -> Result<Json<WebinarResponse>, WebinarsError> {
    let now = state.edge.clock().now();
    let webinar =
        read_webinar(&state.store, &caller.user, now, &id).await?.ok_or(WebinarsError::WebinarNotFound)?;
    let view = View { now, language: headers.language, zone: &state.zone, host: &state.media_host };
    Ok(Json(view.webinar(&webinar, false)))
}
