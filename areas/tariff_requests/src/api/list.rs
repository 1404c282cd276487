//! `GET /v1/ctcm/request/client/{cnum}/list`.

use axum::extract::State;
use axum::response::Response;
use edge::{Absent, AreaPath, PageOf, Paged, Paging, QueryList};

use super::caller::{OnlineUser, client};
use super::document::RoleFailure;
use super::error::TariffError;
use super::wire::{ListItem, Page, TariffErrorBody};
use super::{examples, json};
use crate::request_query::RequestQuery;
use crate::state::TariffRequestsState;
use crate::work::list;

/// Requests of a client.
struct Requests;

impl Paged for Requests {
    const PAGING: Paging = Paging::by_page("requests", 100, Absent::Means(10));
}

type RequestsPage = PageOf<Requests>;

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
        RequestsPage,
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
        RoleFailure,
    ),
    security(("accessToken" = [], "idToken" = [])),
)]
pub(super) async fn list(
    State(state): State<TariffRequestsState>,
    user: OnlineUser,
    AreaPath(cnum, _): AreaPath<TariffError, String>,
    query: QueryList<TariffError>,
) -> Result<Response, TariffError> {
    let RequestsPage { start: number, most: size, .. } = RequestsPage::read(&query)?;
    let request_query = RequestQuery::new(query.single("filter")?, &query.repeated("sort"), number, size)?;
    let cnum = client(&cnum)?;
    let page = list::requests(&state, &user.viewer(), &cnum, request_query).await?;
    let zone = &state.zone;
    Ok(json(&Page {
        content: page.requests.iter().map(|request| ListItem::new(request, zone)).collect(),
        size,
        number,
        has_next: page.has_next,
        has_previous: number > 0,
    }))
}
