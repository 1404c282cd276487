//! `GET /v1/ctcm/request/client/{cnum}/list`.

use axum::extract::State;
use axum::response::Response;
use edge::{Absent, AreaQuery, Description, FromQuery, PageOf, Paged, Paging, QueryList};
use utoipa::IntoParams;

use super::caller::OnlineUser;
use super::error::TariffError;
use super::path::NamedClient;
use super::wire::{ListItem, Page};
use super::{examples, json};
use crate::request_query::RequestQuery;
use crate::state::TariffRequestsState;
use crate::work::list;

pub(super) struct Requests;

impl Paged for Requests {
    const PAGING: Paging = Paging::by_page("requests", 10_000, Absent::Means(10));
}

type RequestsPage = PageOf<Requests>;

/// Choice of requests and their order.
#[derive(Debug, IntoParams)]
pub(super) struct Choice {
    /// RSQL.
    #[param(nullable = false, example = "state=in=(UNSIGNED,PARTIALLY_SIGNED)")]
    filter: Option<String>,
    /// `field,asc` or `field,desc`; repeated or divided by `;`.
    #[param(value_type = Option<Vec<String>>, nullable = false, explode, example = json!(["createdAt,desc"]))]
    sort: Vec<String>,
}

impl FromQuery<TariffError> for Choice {
    fn from_query(query: &QueryList<TariffError>) -> Result<Self, TariffError> {
        let filter = query.single("filter")?.map(str::to_owned);
        let sort = query.repeated("sort").into_iter().filter(|sort| !sort.is_empty());
        Ok(Self { filter, sort: sort.map(str::to_owned).collect() })
    }

    fn describe(description: &mut Description<'_>) {
        description.query::<Self>();
        description.error(TariffError::FILTER_MALFORMED);
    }
}

/// List a client's requests
///
/// Filtered with RSQL (`==`, `!=`, `=lt=`, `=le=`, `=gt=`, `=ge=`, `=in=`, `=out=`, `;` for and, `,` for or) on id,
/// documentType, state, targetTariffPlanName, targetTariffPlanPublicName, createdAt and updatedAt; `*` stands for any
/// characters in texts. Sorted by any of them, `createdAt,desc` when nothing is said, and by id in the end.
#[utoipa::path(
    get,
    path = "/v1/ctcm/request/client/{cnum}/list",
    responses((status = 200, description = "The page; possibly empty.", body = Page,
        example = json!(examples::page()))),
)]
pub(super) async fn list_tariff_requests(
    State(state): State<TariffRequestsState>,
    user: OnlineUser,
    AreaQuery((page, choice), _): AreaQuery<TariffError, (RequestsPage, Choice)>,
    NamedClient(cnum): NamedClient,
) -> Result<Response, TariffError> {
    let RequestsPage { start: number, most: size, .. } = page;
    let sort: Vec<&str> = choice.sort.iter().map(String::as_str).collect();
    let request_query = RequestQuery::new(choice.filter.as_deref(), &sort, number, size)?;
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
