//! `GET /v2/contents/webinars`.

use std::ops::RangeInclusive;

use axum::extract::State;
use axum::response::Response;
use edge::{Authenticated, QueryList, written_json};

use super::WebinarsState;
use super::catalogue::PageAsked;
use super::error::WebinarsError;
use super::request_headers::{HeaderParameters, RequestHeaders};
use super::view::example;
use super::wire::{WebinarPage, WebinarsErrorBody};
use crate::store::reads;

/// Items before the page.
const OFFSET: RangeInclusive<i32> = 0..=i32::MAX;
/// Items of one page.
const LIMIT: RangeInclusive<i32> = 1..=100;

/// Published webinars, newest first.
///
/// Ordered by start, the latest first, then by id. `new` is true until the user gets the webinar by its id.
#[utoipa::path(
    get,
    path = "/v2/contents/webinars",
    operation_id = "getWebinars",
    tag = "webinars",
    params(
        ("offset" = i32, Query, minimum = 0, example = 0, description = "How many webinars to pass over"),
        ("limit" = i32, Query, minimum = 1, maximum = 100, example = 10, description = "The most webinars of the page"),
        HeaderParameters,
    ),
    responses(
        (status = 200, description = "The page", body = WebinarPage, example = json!({
            "content": [example()], "offset": 0, "limit": 10, "totalCount": 1
        })),
        (status = 400, description = "A parameter or header is wrong", body = WebinarsErrorBody, example = json!({
            "code": 400, "error": "Bad Request", "message": "The query parameter `limit` is required"
        })),
        (status = 401, description = "A token is missing or not valid", body = WebinarsErrorBody, example = json!({
            "code": 401, "error": "Unauthorized", "message": "Required tokens are missing"
        })),
        (status = 500, description = "The bank's side failed", body = WebinarsErrorBody, example = json!({
            "code": 500, "error": "Internal Server Error", "message": "Internal error"
        })),
    ),
    security(("accessToken" = [], "idToken" = [])),
)]
pub(crate) async fn list_webinars(
    State(state): State<WebinarsState>,
    caller: Authenticated<WebinarsError>,
    headers: RequestHeaders,
    query: QueryList<WebinarsError>,
) -> Result<Response, WebinarsError> {
    let offset = query.required_int32("offset", OFFSET)?;
    let limit = query.required_int32("limit", LIMIT)?;
    let reads = reads(&state.store, &caller.user).await?;
    let asked = PageAsked { now: state.edge.clock().now(), language: headers.language, offset, limit };
    let page = state.catalogue.page(&state, &reads, asked).await?;
    Ok(written_json(page))
}
