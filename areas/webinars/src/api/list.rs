//! `GET /v2/contents/webinars`.

use axum::extract::State;
use axum::response::Response;
use edge::{AcceptLanguage, Authenticated, Int32Parameter, QueryList, Required, written_json};
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};

use super::WebinarsState;
use super::catalogue::PageAsked;
use super::error::WebinarsError;
use super::request_headers::{HeaderParameters, RequestHeaders};
use super::view::example;
use super::wire::{WebinarPage, WebinarsErrorBody};
use crate::store::reads;

/// Items before the page.
const OFFSET: Int32Parameter<Required> = Int32Parameter {
    name: "offset",
    description: "How many webinars to pass over.",
    range: 0..=i32::MAX,
    absent: Required,
    example: 0,
};
/// Items of one page.
const LIMIT: Int32Parameter<Required> = Int32Parameter {
    name: "limit",
    description: "The most webinars of the page.",
    range: 1..=100,
    absent: Required,
    example: 10,
};

/// Which page is asked for.
struct PageParameters;

impl IntoParams for PageParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![OFFSET.described(), LIMIT.described()]
    }
}

/// Published webinars, newest first.
///
/// Ordered by start, the latest first, then by id. `new` is true until the user gets the webinar by its id.
#[utoipa::path(
    get,
    path = "/v2/contents/webinars",
    operation_id = "getWebinars",
    tag = "Webinars",
    params(
        PageParameters,
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
    let (offset, limit) = (OFFSET.read(&query)?, LIMIT.read(&query)?);
    let reads = reads(&state.store, &caller.user).await?;
    let asked = PageAsked { now: state.edge.clock().now(), language: headers.language, offset, limit };
    let page = state.catalogue.page(&state, &reads, asked).await?;
    Ok(written_json(page))
}
