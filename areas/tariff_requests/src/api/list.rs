//! `GET /v1/ctcm/request/client/{cnum}/list`.

use std::ops::RangeInclusive;

use axum::extract::State;
use axum::response::Response;
use edge::{AreaPath, QueryList};

use super::caller::{OnlineUser, client};
use super::document::TariffFailures;
use super::error::TariffError;
use super::wire::{ListItem, Page, TariffErrorBody};
use super::{examples, json};
use crate::request_query::RequestQuery;
use crate::state::TariffRequestsState;
use crate::store::list;

/// Pages.
const PAGE: RangeInclusive<i32> = 0..=i32::MAX;
/// Requests of one page.
const SIZE: RangeInclusive<i32> = 1..=100;
/// Requests of a page when nobody says.
const SIZE_DEFAULT: i32 = 10;

/// List a client's requests
///
/// Filtered with RSQL (`==`, `!=`, `=lt=`, `=le=`, `=gt=`, `=ge=`, `=in=`, `=out=`, `;` for and, `,` for or) on id,
/// documentType, state, targetTariffPlanName, targetTariffPlanPublicName, createdAt and updatedAt; `*` stands for any
/// characters in texts. Sorted by any of them, `createdAt,desc` when nothing is said, and by id in the end.
#[utoipa::path(
    get,
    path = "/v1/ctcm/request/client/{cnum}/list",
    operation_id = "listTariffRequests",
    tag = "Tariff requests",
    params(
        ("cnum" = String, Path, description = "Client identifier.", pattern = "^[A-Z0-9]{1,20}$", min_length = 1,
            max_length = 20, example = "C00001"),
        ("page" = Option<i32>, Query, description = "Number of the page, from 0.", minimum = 0, maximum = 2_147_483_647,
            example = 0, nullable = false),
        ("size" = Option<i32>, Query, description = "The most requests of a page; 10 when absent.", minimum = 1,
            maximum = 100, example = 10, nullable = false),
        ("filter" = Option<String>, Query, description = "RSQL.", example = "state=in=(UNSIGNED,PARTIALLY_SIGNED)",
            nullable = false),
        ("sort" = Option<Vec<String>>, Query, description = "`field,asc` or `field,desc`; repeated or divided by `;`.",
            explode = true, example = json!(["createdAt,desc"]), nullable = false),
    ),
    responses(
        (status = 200, description = "The page; possibly empty.", body = Page, example = json!(examples::page())),
        (status = 400, description = "There is no such client, or a parameter is wrong; of a filter or sort, `data` has \
            position and allowed names.", body = TariffErrorBody, examples(
            ("clientNotFound" = (summary = "No such client", value = json!(examples::client_not_found()))),
            ("filterError" = (summary = "filter=stat==DONE", value = json!(examples::filter_error()))),
        )),
        TariffFailures,
    ),
    security(("accessToken" = [], "idToken" = [])),
)]
pub(super) async fn list(
    State(state): State<TariffRequestsState>,
    user: OnlineUser,
    AreaPath(cnum, _): AreaPath<TariffError, String>,
    query: QueryList<TariffError>,
) -> Result<Response, TariffError> {
    let number = query.int32("page", PAGE)?.unwrap_or(0);
    let size = query.int32("size", SIZE)?.unwrap_or(SIZE_DEFAULT);
    let request_query = RequestQuery::new(query.single("filter")?, &query.repeated("sort"), number, size)?;
    let cnum = client(&cnum)?;
    let page = list::page(&state.office.store, &user.viewer(), &cnum, &request_query).await?;
    let zone = &state.office.zone;
    Ok(json(&Page {
        content: page.requests.iter().map(|request| ListItem::new(request, zone)).collect(),
        size,
        number,
        has_next: page.has_next,
        has_previous: number > 0,
    }))
}
