//! `GET /v2/contents/webinars`.

use axum::extract::State;
use axum::response::Response;
use edge::{Absent, AcceptLanguage, Authenticated, PageOf, Paged, Paging, QueryList, written_json};

use super::WebinarsState;
use super::catalogue::PageAsked;
use super::error::WebinarsError;
use super::request_headers::{HeaderParameters, RequestHeaders};
use super::view::example;
use super::wire::{WebinarPage, WebinarsErrorBody};
use crate::store::reads;

/// Published webinars.
struct Webinars;

impl Paged for Webinars {
    const PAGING: Paging = Paging::by_offset("webinars", 100, Absent::Refused);
}

type WebinarsPage = PageOf<Webinars>;

/// Published webinars, newest first.
///
/// Ordered by start, the latest first, then by id. `new` is true until the user gets the webinar by its id.
#[utoipa::path(
    get,
    path = "/v2/contents/webinars",
    operation_id = "getWebinars",
    tag = "Webinars",
    params(
        WebinarsPage,
        HeaderParameters,
        AcceptLanguage,
    ),
    responses(
        (status = 200, description = "The page", body = WebinarPage, example = json!({
            "content": [example()], "offset": 0, "limit": 10, "totalCount": 1
        })),
        (status = 400, description = "A parameter or header is wrong", body = WebinarsErrorBody, example = json!({
            "code": 400, "error": "Bad Request", "message": "The query parameter `limit` is required"
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
    let WebinarsPage { start: offset, most: limit, .. } = WebinarsPage::read(&query)?;
    let reads = reads(&state.store, &caller.user).await?;
    let asked = PageAsked { now: state.edge.clock().now(), language: headers.language, offset, limit };
    let page = state.catalogue.page(&state, &reads, asked).await?;
    Ok(written_json(page))
}
