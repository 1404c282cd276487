//! `GET /v2/contents/webinars`.

use axum::extract::State;
use axum::response::Response;
use edge::{Absent, AreaQuery, Authenticated, PageOf, Paged, Paging, written_json};

use super::WebinarsState;
use super::catalogue::{PageAsked, Written, written_page};
use super::error::WebinarsError;
use super::request_headers::RequestHeaders;
use super::view::example;
use super::wire::WebinarPage;
use crate::store::reads;

pub(super) struct Webinars;

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
    responses((status = 200, description = "The page", body = WebinarPage,
        example = json!({"content": [example(true)], "offset": 0, "limit": 10, "totalCount": 1}))),
)]
pub(crate) async fn get_webinars(
    State(state): State<WebinarsState>,
    caller: Authenticated<WebinarsError>,
    headers: RequestHeaders,
    AreaQuery(WebinarsPage { start: offset, most: limit, .. }, _): AreaQuery<WebinarsError, WebinarsPage>,
) -> Result<Response, WebinarsError> {
    let reads = reads(&state.store, &caller.user).await?;
    let asked = PageAsked { now: state.edge.clock().now(), language: headers.language, offset, limit };
    let show = |page: &[&Written], count| written_page(page, count, &reads, asked);
    Ok(written_json(state.catalogue.page(&state, &reads, asked, show).await?))
}
